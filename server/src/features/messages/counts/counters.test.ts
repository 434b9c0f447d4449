import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../../tests/support/database/database.ts'
import { openPool } from '../../../../tests/support/database/open-database.ts'
import { forceNestedLoops } from '../../../../tests/support/database/plans.ts'
import { countMissingMessages } from '../../../../tests/support/database/row-counts.ts'
import { givenSending, newPayer } from '../../../../tests/support/messaging/settlement.ts'
import { seededRandom } from '../../../../tests/support/random/seeded-random.ts'
import type { VendorId } from '../../../domain/ids.ts'
import { type Db, inTransaction } from '../../../platform/db/db.ts'
import { createLog } from '../../../platform/log.ts'
import { keepMessageCounts } from './counters.ts'
import { listByDay } from './counts.sql.ts'
import { dailyFigures } from './daily-figures.ts'
import { addUpChanges } from './keep.cross-vendor.sql.ts'
import { countInState, readTallies, readTally, tallyMessages } from './tally.ts'

const START = new Date('2026-10-24T20:00:00Z')
const END = new Date('2026-10-27T20:00:00Z')
const SEED = 83

let db: Db
let other: Db
beforeAll(async () => {
  // Messages are changed here without their money, so the invariants do not hold at the end.
  const url = await createTestDatabase()
  ;[db, other] = [openPool(url, 8), openPool(url, 8)]
})

const addUp = (handle: Db) => keepMessageCounts({ db: handle, log: createLog('silent') })
const campaignOf = async (vendorId: VendorId, messages: number) =>
  (await givenSending(db, vendorId, Array<number>(messages).fill(10), { status: 'QUEUED' })).campaignId

test(`figures equal those of the messages while these are written, sent, charged and deleted (seed ${SEED})`, async () => {
  const { below, pick } = seededRandom(SEED)
  const vendors = [await newPayer(db), await newPayer(db)]
  const campaigns: [VendorId, string][] = []
  const act = async () => {
    const vendorId = pick(vendors)
    if (campaigns.length < 3 || below(5) === 0) {
      campaigns.push([vendorId, await campaignOf(vendorId, 1 + below(12))])
      return
    }
    const [owner, campaignId] = pick(campaigns)
    const at = new Date(START.getTime() + below(60 * 60) * 60_000)
    const change = pick([
      sql`set status = 'SENDING', leased_until = now()`,
      sql`set status = 'SENT', sent_at = ${at}, settled_as = null`,
      sql`set status = 'DELIVERED', settled_as = 'CAPTURED', sent_at = coalesce(sent_at, ${at}), read_at = ${at}`,
      sql`set status = 'FAILED', settled_as = 'REFUNDED', failed_at = ${at}, read_at = null`,
      sql`set country_code = ${pick(['IN', 'NP', 'ES'])}, cost_minor_unit = ${below(50)}`,
      sql`set leased_until = '-infinity'`,
    ])
    const some = sql`where vendor_id = ${owner} and campaign_id = ${campaignId} and get_byte(mobile_hash, 0) < ${below(256)}`
    await (below(8) === 0 ? sql`delete from message ${some}` : sql`update message ${change} ${some}`).execute(db)
  }
  for (let round = 0; round < 15; round++) {
    await Promise.all([act(), act(), act(), addUp(db), addUp(other)])
    expect(await countMissingMessages(db)).toEqual([])
  }
  await addUp(db)
  expect(await countMissingMessages(db)).toEqual([])
  for (const vendorId of vendors) {
    const own = campaigns.flatMap(([owner, id]) => (owner === vendorId ? [id] : []))
    const tallies = await readTallies(db, vendorId, own)
    for (const id of own) expect(tallies.get(id)).toEqual(await tallyMessages(db, vendorId, id))
    for (const timezone of ['Asia/Kolkata', 'Asia/Kathmandu', 'America/St_Johns']) {
      const period = { from: new Date('2026-10-24T18:30:00Z'), until: END, timezone }
      expect(await dailyFigures(db, vendorId, period)).toEqual(await listByDay(db, vendorId, 'MESSAGES', period))
    }
    expect(own.length).toBeGreaterThan(0)
  }
})

test('lists of a campaign say how many messages are in a state and were read', async () => {
  const vendorId = await newPayer(db)
  const campaignId = await campaignOf(vendorId, 10)
  const first = (n: number) => sql`vendor_id = ${vendorId} and id in (
    select id from message where vendor_id = ${vendorId} and campaign_id = ${campaignId} order by id limit ${n})`
  await sql`update message set status = 'DELIVERED', sent_at = ${START} where ${first(7)}`.execute(db)
  await sql`update message set read_at = ${START} where ${first(3)}`.execute(db)
  const count = (status?: 'DELIVERED' | 'QUEUED', isRead?: boolean) =>
    countInState(db, vendorId, campaignId, { status, isRead })
  expect(await Promise.all([count(), count('DELIVERED'), count('QUEUED'), count(undefined, true)])).toEqual([
    10, 7, 3, 3,
  ])
  expect(await Promise.all([count('DELIVERED', false), count('QUEUED', true), count(undefined, false)])).toEqual([
    4, 0, 7,
  ])
})

test('what is taken back was never counted, and others see a change with its commit', async () => {
  const vendorId = await newPayer(db)
  const campaignId = await campaignOf(vendorId, 3)
  const seen: number[] = []
  const sentIn = async (handle: Db) => (await readTally(handle, vendorId, campaignId)).counts.SENT
  const body = async (tx: Db) => {
    await sql`update message set status = 'SENT' where vendor_id = ${vendorId}`.execute(tx)
    seen.push(await sentIn(tx), await sentIn(db))
    throw new Error('taken back')
  }
  await expect(db.transaction().execute(body)).rejects.toThrow('taken back')
  expect([...seen, await sentIn(db)]).toEqual([3, 0, 0])
})

test('counters that no message is left in are deleted, and no more changes are added up at once than asked for', async () => {
  await addUp(db)
  const vendorId = await newPayer(db)
  const campaignId = await campaignOf(vendorId, 5)
  const states = ['SENDING', 'SENT', 'DELIVERED']
  for (const status of states)
    await sql`update message set status = ${status} where vendor_id = ${vendorId}`.execute(db)
  const added = await inTransaction(db, async (tx) => {
    await forceNestedLoops(tx)
    return addUpChanges(tx, 2)
  })
  expect(added).toBe(2)
  await addUp(db)
  const { rows } = await sql`
    select campaign_id, status, messages from message_count where vendor_id = ${vendorId}`.execute(db)
  expect(rows).toEqual([{ campaign_id: campaignId, status: 'DELIVERED', messages: 5n }])
})

test('a change of leases appends nothing', async () => {
  const vendorId = await newPayer(db)
  await campaignOf(vendorId, 5)
  const changes = async () =>
    (await sql`select from message_count_change where vendor_id = ${vendorId}`.execute(db)).rows.length
  const before = await changes()
  await sql`update message set leased_until = now() where vendor_id = ${vendorId}`.execute(db)
  expect(await changes()).toBe(before)
})

test('messages from before the counters are counted once, while others are sent, and until then by the request', async () => {
  const vendorId = await newPayer(db)
  await sql`alter table message disable trigger message_added`.execute(db)
  const campaignId = await campaignOf(vendorId, 8)
  await sql`alter table message enable trigger message_added`.execute(db)
  await sql`insert into message_recount (vendor_id) values (${vendorId})`.execute(db)
  expect((await readTally(db, vendorId, campaignId)).counts.QUEUED).toBe(8)
  const send = (n: number) =>
    sql`update message set status = 'SENT', sent_at = ${START}
         where vendor_id = ${vendorId} and id in (
           select id from message where vendor_id = ${vendorId} order by id offset ${n} limit 2)`.execute(db)
  await Promise.all([addUp(db), addUp(other), send(0), send(4)])
  await addUp(db)
  expect((await sql`select from message_recount where vendor_id = ${vendorId}`.execute(db)).rows).toEqual([])
  expect(await readTally(db, vendorId, campaignId)).toMatchObject({ counts: { QUEUED: 4, SENT: 4 }, total: 8 })
  const period = { from: new Date('2026-10-01T00:00:00Z'), until: END, timezone: 'UTC' }
  expect(await listByDay(db, vendorId, 'COUNTERS', period)).toMatchObject([{ status: 'SENT', count: 4n }])
  expect(await countMissingMessages(db)).toEqual([])
})
