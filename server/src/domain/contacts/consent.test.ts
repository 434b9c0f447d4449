import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CONSENT_STATUSES, type Consent, consentOf, consentText, mergeConsent, sameConsent } from './consent.ts'

const text = fc.option(fc.constantFrom('2026-01-01', '2026-02-02', 'web'), { nil: undefined })
const consents: fc.Arbitrary<Consent | undefined> = fc
  .record({ status: fc.option(fc.constantFrom(...CONSENT_STATUSES), { nil: undefined }), date: text, source: text })
  .map(consentOf)

describe('merging consents', () => {
  test('a refusal of either side stays, and an agreement never lifts it', () => {
    fc.assert(
      fc.property(consents, consents, (existing, incoming) => {
        const isRefused = [existing, incoming].some((consent) => consent?.status === 'OPTED_OUT')
        expect(mergeConsent(existing, incoming)?.status === 'OPTED_OUT').toBe(isRefused)
      }),
    )
  })

  test('the same statement again changes nothing, and nothing incoming removes nothing', () => {
    fc.assert(
      fc.property(consents, (consent) => {
        expect(sameConsent(mergeConsent(consent, consent), consent)).toBe(true)
        expect(mergeConsent(consent, undefined)).toBe(consent)
        expect(mergeConsent(undefined, consent)).toBe(consent)
      }),
    )
  })

  test('a repeated agreement keeps its proof and gains what is new', () => {
    const web = { status: 'OPTED_IN', date: '2026-01-01', source: 'web' } as const
    expect(mergeConsent(web, { status: 'OPTED_IN' })).toEqual(web)
    expect(mergeConsent(web, { date: '2026-02-02' })).toEqual({ ...web, date: '2026-02-02' })
    expect(mergeConsent({ date: '2026-01-01' }, { status: 'OPTED_IN', source: 'shop' })).toEqual({
      status: 'OPTED_IN',
      date: '2026-01-01',
      source: 'shop',
    })
  })

  test('a refusal replaces an agreement with its date and source', () => {
    expect(mergeConsent({ status: 'OPTED_IN', date: '2026-01-01', source: 'web' }, { status: 'OPTED_OUT' })).toEqual({
      status: 'OPTED_OUT',
    })
    const refusal = { status: 'OPTED_OUT', date: '2026-01-01' } as const
    expect(mergeConsent(refusal, { status: 'OPTED_IN', date: '2026-02-02', source: 'web' })).toBe(refusal)
    expect(mergeConsent(refusal, { date: '2026-02-02' })).toBe(refusal)
  })
})

test('a consent is one line of text without what is not stated', () => {
  expect(consentText({ status: 'OPTED_IN', date: '2026-01-01', source: 'web' })).toBe('OPTED_IN, 2026-01-01, web')
  expect(consentText({ source: 'web' })).toBe('web')
  expect(consentText(undefined)).toBe('')
  expect(consentOf({ date: '', source: '' })).toBeUndefined()
})
