import { expect, test } from 'vitest'
import { factsOf } from './activity-details.tsx'

const facts = (details: Parameters<typeof factsOf>[0]['details']) =>
  factsOf({ email: null, ip: null, details }, (iso) => iso.slice(0, 10))

test('the activity of a vendor has no codes of roles, plans, statuses and credits', () => {
  expect(facts({ from: 'MEMBER', to: 'ADMIN' })).toEqual(['Member → Administrator'])
  expect(facts({ plan: 'ENTERPRISE', status: 'TRIAL' })).toEqual(['Plan: Enterprise', 'Status: Trial'])
  expect(facts({ type: 'BONUS', amountMinorUnit: 75_000, currency: 'INR' })).toEqual(['₹750.00', 'Bonus'])
  expect(facts({ name: 'Shop', scopes: 'contacts:read campaigns:send', isBoundToAddresses: true })).toEqual([
    'Shop',
    'contacts:read, campaigns:send',
    'Only from listed IP addresses',
  ])
})
