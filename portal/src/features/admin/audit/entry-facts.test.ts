import { expect, test } from 'vitest'
import { type Entry, factsOf } from './entry-facts.ts'

const NAMES = { number: String, instant: (iso: string) => iso.slice(0, 10), tier: () => 'Gold' }
const facts = (entry: Partial<Entry>) =>
  factsOf({ details: {}, before: {}, after: {}, people: {}, ...entry }, NAMES).map((fact) => fact.join(': '))

test('codes, amounts, instants and people of an audit entry are shown in words', () => {
  const details = { type: 'BONUS', amountMinorUnit: 75_000, currency: 'INR', reason: 'Goodwill', approvedBy: 'a' }
  const people = { a: 'anna@example.com' }
  expect(facts({ details, people })).toEqual([
    'Type: Bonus',
    'Amount: ₹750.00',
    'Reason: Goodwill',
    'Approved by: anna@example.com',
  ])
  const price = { category: 'MARKETING', countryCode: 'IN', metaCostUsdMicros: 10_700, markupPercent: 20 }
  expect(facts({ details: { ...price, effectiveFrom: '2026-11-15T09:30:00.000Z' } })).toEqual([
    'Category: Marketing',
    'Country: India',
    'Cost: USD 0.0107',
    'Markup: 20%',
    'Effective from: 2026-11-15',
  ])
  expect(facts({ details: { kind: 'WEBHOOK', name: 'GATEWAY' } })).toEqual(['Dead letter: Webhook: payment gateway'])
  const rate = { kind: 'EXCHANGE_RATE', amountMinorUnit: 9000, currency: 'INR', rate: '90' }
  expect(facts({ details: rate })).toEqual(['Kind: Exchange rate', 'Currency: INR', 'Rate: 90'])
})

test('a reason that begins like a time or is one is shown as it was written', () => {
  const formatting = { ...NAMES, instant: (iso: string) => new Intl.DateTimeFormat('en').format(new Date(iso)) }
  const shown = (details: Entry['details']) => factsOf({ details, before: {}, after: {}, people: {} }, formatting)
  for (const reason of ['2026-11-19T05:04:10Z gateway timeout', '2026-11-19T05:04:10Z'])
    expect(shown({ reason })).toEqual([['Reason', reason]])
  expect(shown({ closedAt: '2026-11-19T05:04:10 or so' })).toEqual([['Closed', '2026-11-19T05:04:10 or so']])
})

test('what an action changed is shown as before and after, also where the details repeat it', () => {
  const before = { plan: 'SMB', cycle: 'MONTHLY', monthlyAmountPaise: 249_900, trialUntil: null }
  const after = { ...before, plan: 'CUSTOM', monthlyAmountPaise: 2_500_000 }
  expect(facts({ details: after, before, after })).toEqual([
    'Plan: SMB → Custom',
    'Billing cycle: Monthly',
    'Monthly amount: ₹2,499.00 → ₹25,000.00',
  ])
  expect(
    facts({
      details: { tierId: null, markupPercent: 12 },
      before: { tierId: 't', markupPercent: null },
      after: { tierId: null, markupPercent: 12 },
    }),
  ).toEqual(['Tier: Gold → none', 'Markup: none → 12%'])
  expect(
    facts({ before: { status: 'ACTIVE', disabled: false }, after: { status: 'SUSPENDED', disabled: true } }),
  ).toEqual(['Status: Active → Suspended', 'Disabled: No → Yes'])
})

test('of what was created or deleted only what the action does not say is shown', () => {
  expect(facts({ after: { role: 'FINANCE', status: 'INVITED' } })).toEqual(['Role: Finance'])
  expect(facts({ before: { totp: true } })).toEqual([])
})
