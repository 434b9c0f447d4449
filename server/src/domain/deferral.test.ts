import { expect, test } from 'vitest'
import { deferralMinutes, MAIL_DEFERRALS } from './deferral.ts'

test('a job is deferred for a minute first and for four hours at most, a mail for about five hours in total', () => {
  const minutes = Array.from({ length: MAIL_DEFERRALS }, (_, n) => deferralMinutes(n))
  expect(minutes).toEqual([1, 5, 15, 60, 240])
  expect(deferralMinutes(1_000)).toBe(240)
})
