import { expect, test } from 'vitest'
import { fromFirstActivity, labelIndexes, ticksUpTo } from './scale.ts'

test('ticks are round numbers that reach the largest value', () => {
  expect(ticksUpTo(0)).toEqual([0, 1])
  expect(ticksUpTo(3)).toEqual([0, 1, 2, 3])
  expect(ticksUpTo(240)).toEqual([0, 100, 200, 300])
  expect(ticksUpTo(1_000)).toEqual([0, 500, 1_000])
  expect(ticksUpTo(123_456_789).at(-1)).toBeGreaterThanOrEqual(123_456_789)
  for (let max = 1; max < 5_000; max += 7) {
    const ticks = ticksUpTo(max)
    expect(ticks.length, `up to ${max}`).toBeLessThanOrEqual(5)
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(max)
    expect(ticks.every(Number.isInteger)).toBe(true)
  }
})

test('labels that would touch are left out, the newest never', () => {
  expect(labelIndexes(5, 60, 50)).toEqual([0, 1, 2, 3, 4])
  expect(labelIndexes(14, 25, 50)).toEqual([1, 3, 5, 7, 9, 11, 13])
  expect(labelIndexes(30, 9, 50)).toEqual([5, 11, 17, 23, 29])
})

test('days before the first activity are left out, down to a week', () => {
  const days = Array.from({ length: 30 }, (_, day) => ({ day, isActive: day === 18 || day === 29 }))
  expect(fromFirstActivity(days, ({ isActive }) => isActive)[0]?.day).toBe(18)
  expect(fromFirstActivity(days, ({ day }) => day === 29)).toHaveLength(7)
  expect(fromFirstActivity(days, () => false)).toEqual([])
})
