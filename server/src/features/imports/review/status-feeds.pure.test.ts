import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { eventually } from '../../../../tests/support/eventually.ts'
import type { VendorId } from '../../../domain/ids.ts'
import type { Log } from '../../../platform/log.ts'
import type { StatusView } from '../schema.ts'
import { StatusFeeds } from './status-feeds.ts'

const log = { warn() {} } as unknown as Log
const vendor = 'a' as VendorId

test('an import that many follow is read as often as one that a single client follows, and no more once all have left', async () => {
  let reads = 0
  const feeds = new StatusFeeds(log, async (_, jobId) => {
    reads++
    await sleep(20)
    return { jobId } as StatusView
  })
  const seen: string[] = []
  const leave = Array.from({ length: 50 }, (_, i) =>
    feeds.follow(vendor, i < 49 ? 'one' : 'other', async ({ jobId }) => void seen.push(jobId)),
  )
  expect([feeds.followersOf(vendor), feeds.followersOf('b' as VendorId)]).toEqual([50, 0])
  await eventually(() => expect(seen.length).toBeGreaterThanOrEqual(50), 5_000)
  expect(reads).toBeLessThanOrEqual(6)
  for (const stop of leave) stop()
  expect(feeds.followersOf(vendor)).toBe(0)
  await sleep(50)
  const before = reads
  await sleep(700)
  expect(reads).toBe(before)
})
