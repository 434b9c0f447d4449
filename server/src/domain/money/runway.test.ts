import { expect, test } from 'vitest'
import { walletRunway } from './runway.ts'

const days = (...spent: number[]) => [...Array(14 - spent.length).fill(0), ...spent].map(BigInt)

test('a balance lasts as long as the average of the days since the first spending allows', () => {
  expect(walletRunway(500_000n, days(40_000, 0, 80_000, 0, 100_000, 40_000, 20_000))).toEqual({
    dailyMinorUnit: 40_000n,
    days: 12,
  })
  expect(walletRunway(99_999n, Array(14).fill(10_000n))).toEqual({ dailyMinorUnit: 10_000n, days: 9 })
})

test('a first campaign is spread over a week instead of being taken for a daily one', () => {
  expect(walletRunway(70_000n, days(70_000))).toEqual({ dailyMinorUnit: 10_000n, days: 7 })
})

test('without spending there is no pace, and an empty wallet lasts no day', () => {
  expect(walletRunway(500_000n, days())).toBeUndefined()
  expect(walletRunway(0n, days(5))?.days).toBe(0)
})
