import { sql as raw } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../../tests/support/database/open-database.ts'
import { DAY_MS } from '../../domain/durations.ts'
import { OUTBOX_ROWS_PER_POLL_MAX, OUTBOX_ROWS_PER_VENDOR_MAX } from '../../domain/fair-share.ts'
import type { VendorId } from '../../domain/ids.ts'
import { OffsetClock } from '../../platform/clock/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { newId } from '../../platform/ids.ts'
import { leaseDue } from './cross-vendor.sql.ts'

const clock = new OffsetClock()
let db: Db
beforeAll(async () => {
  db = await openTestDatabase(10)
})

describe('fair shares', () => {
  beforeEach(async () => void (await raw`truncate outbox_event`.execute(db)))

  const vendorIds = (count: number) => Array.from({ length: count }, () => newId<'vendor'>()).sort()
  const flood = (vendors: VendorId[], rowsEach: number, dueAt = clock.now()) =>
    raw`insert into outbox_event (vendor_id, id, job_name, payload, due_at, created_at)
      select v::uuid, gen_random_uuid(), 'test.note', '{"n": 0}', ${dueAt}, ${dueAt}
        from unnest(${vendors}::text[]) v, generate_series(1, ${rowsEach})`.execute(db)
  const LEASE_SECONDS = 60

  /** Consecutive polls of a relay: the vendors that each served, with their number of rows. */
  async function poll(times: number, between: () => Promise<unknown> = async () => {}) {
    const served: Map<string, number>[] = []
    for (let i = 0, after: VendorId | undefined; i < times; i++) {
      const { rows: leased, continueAfter } = await leaseDue(db, clock.now(), after, LEASE_SECONDS)
      after = continueAfter
      const counts = new Map<string, number>()
      for (const { vendorId } of leased) counts.set(vendorId, (counts.get(vendorId) ?? 0) + 1)
      served.push(counts)
      await between()
    }
    return served
  }

  test('a large vendor gets fifty rows a poll, and fifty small vendors are all served in the same poll', async () => {
    const [large, ...small] = vendorIds(51) as [VendorId, ...VendorId[]]
    await flood([large], 3_000)
    await flood(small, 1)
    const [first, second] = await poll(2)
    expect(first?.get(large)).toBe(OUTBOX_ROWS_PER_VENDOR_MAX)
    for (const id of small) expect(first?.get(id)).toBe(1)
    expect(second).toEqual(new Map([[large, OUTBOX_ROWS_PER_VENDOR_MAX]]))
  })

  test('with only large vendors each is served within ceil(V/10) polls, repeatedly', async () => {
    const whales = vendorIds(37)
    await flood(whales, 60)
    const lap = Math.ceil(whales.length / (OUTBOX_ROWS_PER_POLL_MAX / OUTBOX_ROWS_PER_VENDOR_MAX))
    // Leased rows become due again, so that no vendor runs out of rows.
    const served = await poll(3 * lap, () => raw`update outbox_event set leased_until = '-infinity'`.execute(db))
    for (const one of served) {
      expect([...one.values()].reduce((sum, n) => sum + n, 0)).toBeLessThanOrEqual(OUTBOX_ROWS_PER_POLL_MAX)
      expect(Math.max(...one.values())).toBeLessThanOrEqual(OUTBOX_ROWS_PER_VENDOR_MAX)
    }
    for (let start = 0; start <= served.length - lap; start++)
      for (const id of whales) expect(served.slice(start, start + lap).some((one) => one.has(id))).toBe(true)
  })

  test('vendors whose jobs are not due delay no other', async () => {
    const all = vendorIds(250)
    const tomorrow = new Date(clock.now().getTime() + DAY_MS)
    const waiting = [all[120], all[249]] as VendorId[]
    await flood(
      all.filter((id) => !waiting.includes(id)),
      2,
      tomorrow,
    )
    await flood(waiting, 1)
    const served = await poll(Math.ceil(all.length / 10))
    expect(served.flatMap((one) => [...one.keys()])).toEqual(waiting)
  })

  test('four concurrent relays lease every row, and none twice', async () => {
    await flood(vendorIds(20), 60)
    const relay = async () => {
      const ids: string[] = []
      for (let after: VendorId | undefined, empty = 0; empty < 3; ) {
        const { rows: leased, continueAfter } = await leaseDue(db, clock.now(), after, LEASE_SECONDS)
        ids.push(...leased.map(({ id }) => id))
        after = continueAfter
        empty = leased.length === 0 && continueAfter === undefined ? empty + 1 : 0
      }
      return ids
    }
    const leased = (await Promise.all([relay(), relay(), relay(), relay()])).flat()
    expect(leased).toHaveLength(1_200)
    expect(new Set(leased).size).toBe(1_200)
  })
})
