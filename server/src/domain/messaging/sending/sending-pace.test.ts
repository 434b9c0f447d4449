import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { batchSizeAt, bulkLimitAt, msToSend, queuedJobsMaxAt, slowLimitAt } from './sending-pace.ts'
import { PERMIT_TTL_MS, WINDOW_MS } from './sliding-window.ts'

const rate = fc.integer({ min: 1, max: 2_000 })

test('a window is a second and the time for which a permit may be used, so that no second exceeds the rate', () => {
  expect(WINDOW_MS - PERMIT_TTL_MS).toBe(1_000)
})

test.each([
  [1, { batch: 1, bulk: 1, slow: 1, jobs: 2 }],
  [10, { batch: 1, bulk: 9, slow: 1, jobs: 20 }],
  [80, { batch: 8, bulk: 72, slow: 8, jobs: 20 }],
  [85, { batch: 8, bulk: 76, slow: 8, jobs: 22 }],
  [1_000, { batch: 50, bulk: 900, slow: 100, jobs: 40 }],
  [5_000, { batch: 50, bulk: 4_500, slow: 500, jobs: 80 }],
])('at %i messages a second: %j', (perSecond, { batch, bulk, slow, jobs }) => {
  expect(batchSizeAt(perSecond)).toBe(batch)
  expect(bulkLimitAt(perSecond)).toBe(bulk)
  expect(slowLimitAt(perSecond)).toBe(slow)
  expect(queuedJobsMaxAt(perSecond)).toBe(jobs)
})

test('at every rate something is sent, and above one a second some of it is kept for replies', () => {
  fc.assert(
    fc.property(rate, (perSecond) => {
      for (const limit of [batchSizeAt, bulkLimitAt, slowLimitAt, queuedJobsMaxAt])
        expect(limit(perSecond)).toBeGreaterThanOrEqual(1)
      if (perSecond > 1) expect(bulkLimitAt(perSecond)).toBeLessThan(perSecond)
    }),
  )
})

describe('the duration of a campaign', () => {
  test('is that of its own messages when no other vendor sends', () => {
    expect(msToSend({ recipients: 900, own: 0, others: [] }, 1_000)).toBe(WINDOW_MS)
    expect(msToSend({ recipients: 1, own: 0, others: [] }, 1_000)).toBe(2)
  })

  test('includes what the vendor has queued, and of each other vendor at most as much', () => {
    expect(msToSend({ recipients: 400, own: 500, others: [] }, 1_000)).toBe(WINDOW_MS)
    expect(msToSend({ recipients: 400, own: 50, others: [1_000_000] }, 1_000)).toBe(WINDOW_MS)
    expect(msToSend({ recipients: 500, own: 0, others: [300, 100] }, 1_000)).toBe(WINDOW_MS)
  })
})
