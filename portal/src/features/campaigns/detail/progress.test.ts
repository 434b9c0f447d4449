import { expect, test } from 'vitest'
import { runningTotals, segmentsOf, timesOf } from './progress.ts'

const NONE = { QUEUED: 0, SENDING: 0, SENT: 0, UNKNOWN: 0, DELIVERED: 0, FAILED: 0, CANCELLED: 0 }

test('every recipient is in one segment, also those whose message does not exist yet', () => {
  const counts = { ...NONE, QUEUED: 1, SENDING: 1, SENT: 2, UNKNOWN: 1, DELIVERED: 3, FAILED: 1 }
  // 12 recipients, 9 messages.
  const segments = segmentsOf({ counts, progress: { total: 12, done: 7, percent: 58 } })
  expect(segments.map(({ segment, count }) => [segment, count])).toEqual([
    ['delivered', 3],
    ['sent', 3],
    ['failed', 1],
    ['waiting', 5],
  ])
})

test('the cancelled segment is shown only if it is not empty', () => {
  const counts = { ...NONE, DELIVERED: 1, CANCELLED: 4 }
  expect(segmentsOf({ counts, progress: { total: 5, done: 5, percent: 100 } }).at(-1)).toEqual({
    segment: 'cancelled',
    count: 4,
  })
})

test('the timeline is cumulative', () => {
  const steps = [
    { at: 'a', sent: 2, delivered: 0, failed: 0 },
    { at: 'b', sent: 0, delivered: 1, failed: 1 },
  ]
  expect(runningTotals(steps)).toEqual([steps[0], { at: 'b', sent: 2, delivered: 1, failed: 1 }])
})

test('each step of a short campaign has a time of its own, on the axis and in the table', () => {
  const steps = ['07', '12', '17'].map((second) => ({
    at: `2026-11-15T11:12:${second}.000Z`,
    sent: 1,
    delivered: 0,
    failed: 0,
  }))
  const { labelOf, titleOf } = timesOf({ stepSeconds: 5, steps }, { locale: 'en-IN', timeZone: 'Asia/Kolkata' })
  expect(steps.map(({ at }) => labelOf(at))).toEqual(['4:42:07 pm', '4:42:12 pm', '4:42:17 pm'])
  expect(new Set(steps.map(({ at }) => titleOf(at))).size).toBe(3)
})
