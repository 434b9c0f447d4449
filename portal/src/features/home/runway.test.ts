import { expect, test } from 'vitest'
import { describeRunway } from './runway.ts'

const runway = (days: number | undefined) =>
  describeRunway({
    currency: 'INR',
    wallet: {
      balanceMinorUnit: 500_000,
      reservedMinorUnit: 0,
      runway: days === undefined ? null : { dailyMinorUnit: 40_000, days },
    },
  })

test('the runway names the balance and the days it lasts', () => {
  expect(runway(12)).toBe('At this pace ₹5,000 lasts 12 days')
  expect(runway(1)).toBe('At this pace ₹5,000 lasts 1 day')
  expect(runway(0)).toBe('At this pace ₹5,000 lasts less than a day')
  expect(runway(366)).toBe('At this pace ₹5,000 lasts more than a year')
  expect(runway(undefined)).toBeUndefined()
})
