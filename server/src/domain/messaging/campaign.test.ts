import { describe, expect, test } from 'vitest'
import { CAMPAIGN_STATUSES, canTransition, failsTooOften, isPauseReason, PAUSE_REASONS, sourcesOf } from './campaign.ts'

test('a campaign that has ended stays so, and only one that runs is completed', () => {
  expect(Object.fromEntries(CAMPAIGN_STATUSES.map((to) => [to, sourcesOf(to)]))).toEqual({
    SCHEDULED: ['PAUSED'],
    RUNNING: ['SCHEDULED', 'PAUSED'],
    PAUSED: ['SCHEDULED', 'RUNNING'],
    COMPLETED: ['RUNNING'],
    CANCELLED: ['SCHEDULED', 'RUNNING', 'PAUSED'],
    FAILED: ['RUNNING', 'PAUSED'],
  })
  expect(canTransition('COMPLETED', 'RUNNING')).toBe(false)
})

test('only the listed reasons pause a campaign', () => {
  expect(PAUSE_REASONS.filter((reason) => !isPauseReason(reason))).toEqual([])
  for (const word of ['', 'FAILED', 'by_vendor']) expect(isPauseReason(word)).toBe(false)
})

describe('a campaign fails too often', () => {
  const limits = { outcomesMin: 100, failedPercentMax: 30 }
  test.each([
    [99, 99, false],
    [100, 30, false],
    [100, 31, true],
    [1_000, 300, false],
    [1_000, 301, true],
  ])('of %i messages with an outcome %i failed: %s', (outcomes, failed, isTooOften) => {
    expect(failsTooOften(outcomes, failed, limits)).toBe(isTooOften)
  })
})
