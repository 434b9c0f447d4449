import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { openTestPools } from '../../../../tests/support/database/open-database.ts'
import { givenSingles, newPayer } from '../../../../tests/support/messaging/settlement.ts'
import type { VendorId } from '../../../domain/ids.ts'
import { OffsetClock } from '../../../platform/clock/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { resumeFunded } from './resume-funded.ts'

let db: Db
beforeAll(async () => {
  const [pool] = await openTestPools(2)
  db = pool
})

const COST = 100
const VENDORS = 120

const waiting = async (vendorId: VendorId, messages = 2) => {
  await sql`
    insert into message (vendor_id, id, kind, mobile_hash, country_code, category, cost_minor_unit, is_unfunded, due_at,
        created_at)
    select ${vendorId}, gen_random_uuid(), 'TEST', sha256(n::text::bytea), 'IN', 'UTILITY', ${COST}, true, 'infinity', now()
      from generate_series(1, ${messages}) n`.execute(db)
  return vendorId
}
const unfundedOf = async (vendorId: VendorId) =>
  (
    await db
      .selectFrom('message')
      .select('id')
      .where('vendor_id', '=', vendorId)
      .where('is_unfunded', '=', true)
      .execute()
  ).length
const setStatus = (vendorId: VendorId, status: 'CLOSED' | 'SUSPENDED') =>
  db
    .updateTable('vendor')
    .set({ status, ...(status === 'SUSPENDED' && { suspended_at: new Date(), suspension_reason: 'Spam' }) })
    .where('id', '=', vendorId)
    .execute()

test(`a recharge resumes a vendor's messages beside ${VENDORS} older vendors that cannot pay theirs`, async () => {
  const poor: VendorId[] = []
  for (let i = 0; i < VENDORS; i++) poor.push(await waiting(await newPayer(db, i % 2 ? 0 : COST - 1)))
  const held = await waiting(await newPayer(db, COST))
  await givenSingles(db, held, [1], { category: 'UTILITY' })
  const rich = await waiting(await newPayer(db, COST))
  await resumeFunded({ db, clock: new OffsetClock() })
  expect(await unfundedOf(rich)).toBe(0)
  expect(await unfundedOf(held)).toBe(2)
  for (const vendorId of poor) expect(await unfundedOf(vendorId)).toBe(2)
})

test('messages of a closed account are queued again, so that they end, and those of a suspended vendor wait', async () => {
  const [closed, suspended] = [await waiting(await newPayer(db, 0)), await waiting(await newPayer(db, COST))]
  await setStatus(closed, 'CLOSED')
  await setStatus(suspended, 'SUSPENDED')
  await resumeFunded({ db, clock: new OffsetClock() })
  expect([await unfundedOf(closed), await unfundedOf(suspended)]).toEqual([0, 2])
})
