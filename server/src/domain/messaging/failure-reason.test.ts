import { expect, test } from 'vitest'
import { failureReason, failureSuggestion, OUTCOME_UNKNOWN } from './failure-reason.ts'
import { PROVIDER_ERRORS, providerError, RETRY_RULES } from './provider-errors.ts'

test('a number is explained by the provider’s list, also an unknown one', () => {
  for (const code of [131026, 987654]) expect(failureReason(String(code))).toBe(providerError(code).reason)
})

test('each of our own codes has an explanation of its own, and any other text has a general one', () => {
  const own = ['CONTACT_DELETED', 'OPTED_OUT', 'VARIABLE_MISSING', 'MEDIA_MISSING', OUTCOME_UNKNOWN]
  const other = ['SOMETHING_NEW', 'x131026', '131026x', '']
  expect(new Set(own.map(failureReason)).size).toBe(own.length)
  expect(new Set(other.map(failureReason))).toEqual(new Set([failureReason('ANYTHING')]))
  expect(failureReason(OUTCOME_UNKNOWN)).toContain('not charged')
  expect(own.map(failureReason)).not.toContain(failureReason('ANYTHING'))
})

test('a retry is suggested exactly for the failures that a retry campaign includes', () => {
  const retryable = new Set(RETRY_RULES.map(({ code }) => code))
  for (const code of [...Object.keys(PROVIDER_ERRORS), '999999', 'CONTACT_DELETED', 'OPTED_OUT', 'MEDIA_MISSING'])
    expect(/retry these recipients/i.test(failureSuggestion(code)), code).toBe(retryable.has(code))
  expect(failureSuggestion('SOMETHING_NEW')).toBe('Contact support if it happens again.')
})
