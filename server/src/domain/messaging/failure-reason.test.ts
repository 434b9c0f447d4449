import { expect, test } from 'vitest'
import { failureReason, OUTCOME_UNKNOWN } from './failure-reason.ts'
import { providerError } from './provider-errors.ts'

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
