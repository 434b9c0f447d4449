import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { growLogs } from '../../../tests/support/database/grown-tables.ts'
import { openTestPools } from '../../../tests/support/database/open-database.ts'
import { forceNestedLoops } from '../../../tests/support/database/plans.ts'
import { countMissing } from '../../../tests/support/database/row-counts.ts'
import { newWallet } from '../../../tests/support/money/wallets.ts'
import { seededRandom } from '../../../tests/support/random/seeded-random.ts'
import { PLATFORM, type VendorId } from '../../domain/ids.ts'
import { listForVendor } from '../../features/audit/read-for-vendor.ts'
import { listActions } from '../../features/audit/record.ts'
import { deleteContacts } from '../../features/contacts/bulk/changes.sql.ts'
import { countMatching } from '../../features/contacts/count.ts'
import { listLabels } from '../../features/contacts/lists/labels.sql.ts'
import { deleteList, listLists } from '../../features/contacts/lists/lists.sql.ts'
import { countContacts } from '../../features/contacts/sql.ts'
import { type DeadLetter, listDeadLetters } from '../../features/outbox/dead-letters.ts'
import { newId } from '../ids.ts'
import { createLog } from '../log.ts'
import { type Db, inTransaction } from './db.ts'
import { isCounted, keepRowCounts, ROW_COUNTERS } from './row-counts.ts'

const now = new Date()
const page = { after: undefined, limit: 100, offset: 0 }
const everybody = {
  label: undefined,
  list: undefined,
  search: undefined,
  countryCode: undefined,
  isOptedOut: undefined,
}
const author = { actorId: null, jobId: null, now }

let db: Db
let other: Db
beforeAll(async () => {
  ;[db, other] = await openTestPools(8)
})

const total = (vendorId: VendorId, handle: Db = db) => countMatching(handle, vendorId, everybody)
const addUp = (handle: Db) => keepRowCounts({ db: handle, log: createLog('silent') })
const changes = async () =>
  Number((await db.selectFrom('row_count_change').select(sql<bigint>`count(*)`.as('n')).executeTakeFirstOrThrow()).n)

const SEED = 71

test(`totals by country, label and list stay right while contacts come and go and changes are added up (seed ${SEED})`, async () => {
  const { below, pick } = seededRandom(SEED)
  const vendors = [await newWallet(db), await newWallet(db)]
  const lists: [VendorId, string][] = []
  const act = async () => {
    const vendorId = pick(vendors)
    const kind = below(10)
    if (kind < 5) return void lists.push([vendorId, await growContacts(db, vendorId, 1 + below(20))])
    const [list] = lists.splice(below(lists.length), 1)
    if (kind === 5 && list) return inTransaction(other, (tx) => deleteList(tx, ...list))
    const { rows } = await sql<{ id: string }>`
      select id from contact where vendor_id = ${vendorId} order by mobile_hash limit ${below(15)}`.execute(db)
    return inTransaction(db, (tx) =>
      deleteContacts(
        tx,
        vendorId,
        author,
        rows.map(({ id }) => id),
      ),
    )
  }
  for (let round = 0; round < 12; round++) {
    await Promise.all([act(), act(), act(), addUp(db), addUp(other)])
    expect(await countMissing(db)).toEqual([])
  }
  await addUp(db)
  expect(await changes()).toBe(0)
  expect(await countMissing(db)).toEqual([])
  for (const vendorId of vendors) {
    expect(await total(vendorId)).toBe(await countContacts(db, vendorId, everybody))
    expect(await listLabels(db, vendorId, page, true)).toEqual(await listLabels(db, vendorId, page, false))
    expect(await listLists(db, vendorId, undefined, page, true)).toEqual(
      await listLists(db, vendorId, undefined, page, false),
    )
  }
})

test('a total contains what its transaction added, others see it with the commit, and what is taken back never', async () => {
  const vendorId = await newWallet(db)
  await growContacts(db, vendorId, 8)
  const seen: number[] = []
  const body = async (tx: Db) => {
    await growContacts(tx, vendorId, 4)
    seen.push(await total(vendorId, tx), await total(vendorId))
    throw new Error('taken back')
  }
  await expect(db.transaction().execute(body)).rejects.toThrow('taken back')
  expect([...seen, await total(vendorId)]).toEqual([12, 8, 8])
})

test('no more changes are added up at once than asked for, whatever plan is chosen, so that none is looked up for each other', async () => {
  const vendorId = await newWallet(db)
  for (let n = 0; n < 5; n++) await growContacts(db, vendorId, 1)
  const added = await inTransaction(db, async (tx) => {
    await forceNestedLoops(tx)
    return ROW_COUNTERS.addUpChanges(tx, 2)
  })
  expect(added).toBe(2)
})

test('a contact that moves to another country is counted there', async () => {
  const vendorId = await newWallet(db)
  await growContacts(db, vendorId, 8)
  const inSpain = { ...everybody, countryCode: 'ES' }
  await sql`update contact set country_code = 'ES' where vendor_id = ${vendorId} and country_code = 'US'`.execute(db)
  expect([await countMatching(db, vendorId, inSpain), await total(vendorId)]).toEqual([2, 8])
  expect(await countMissing(db)).toEqual([])
})

test('two transactions that add contacts of one vendor do not wait for each other, nor for the counters', async () => {
  const vendorId = await newWallet(db)
  await db.transaction().execute(async (tx) => {
    await growContacts(tx, vendorId, 4)
    await other.transaction().execute(async (second) => {
      await sql`set local lock_timeout = 1`.execute(second)
      await growContacts(second, vendorId, 8)
    })
    await addUp(other)
    expect(await total(vendorId, other)).toBe(8)
  })
  expect(await total(vendorId)).toBe(12)
})

test('contacts from before the counters are counted once, while others are added, and until then by the request', async () => {
  const vendorId = await newWallet(db)
  await withoutTriggers(() => growContacts(db, vendorId, 8))
  await db.insertInto('row_recount').values({ vendor_id: vendorId }).execute()
  expect(await total(vendorId)).toBe(8)
  await Promise.all([addUp(db), addUp(other), growContacts(db, vendorId, 4), growContacts(db, vendorId, 4)])
  expect(await isCounted(db, vendorId)).toBe(true)
  expect(await total(vendorId)).toBe(16)
  expect(await countMissing(db)).toEqual([])
})

test('totals of dead letters and of audit logs are those of their lists, whatever the filter and before and after folding', async () => {
  const vendorId = await newWallet(db)
  await growLogs(db, vendorId, 40, now)
  await sql`
    update dead_letter set closed_at = ${now} where vendor_id = ${vendorId} and (name = 'test' and id < '80000000-0000-0000-0000-000000000000')`.execute(
    db,
  )
  await sql`delete from dead_letter where vendor_id = ${vendorId} and id > 'f0000000-0000-0000-0000-000000000000'`.execute(
    db,
  )
  const [flags, all] = [[undefined, true, false], { number: 1, limit: 1_000, offset: 0, after: undefined }]
  const lists = () =>
    Promise.all([
      ...[['MESSAGE'], ['JOB', 'WEBHOOK'], ['MESSAGE', 'JOB']].flatMap((kinds) =>
        flags.flatMap((isReplayed) =>
          flags.map((isClosed) =>
            listDeadLetters(db, { kinds: kinds as DeadLetter['kind'][], isReplayed, isClosed }, all),
          ),
        ),
      ),
      ...[{}, { action: 'VENDOR_READ' }, { action: 'NONE' }, { vendorId }].map((filter) =>
        listActions(db, { vendorId: undefined, action: undefined, ...filter }, all),
      ),
      ...([{}, { action: 'SIGNED_IN' }, { actor: 'HARKARA' }] as const).map((filter) =>
        listForVendor(
          db,
          vendorId,
          { actor: undefined, action: undefined, from: undefined, to: undefined, ...filter },
          all,
        ),
      ),
    ])
  const check = async () => {
    for (const { rows, total } of await lists()) expect(total).toBe(rows.length)
  }
  await db
    .insertInto('row_recount')
    .values({ vendor_id: PLATFORM })
    .onConflict((oc) => oc.doNothing())
    .execute()
  await check()
  await addUp(db)
  expect(await isCounted(db, PLATFORM)).toBe(true)
  await check()
  await growLogs(db, await newWallet(db), 4, now)
  await check()
})

const COUNTED = ['contact', 'contact_label', 'contact_list_member']
async function withoutTriggers(act: () => Promise<unknown>) {
  const each = async (verb: string) => {
    for (const table of COUNTED) await sql.raw(`alter table ${table} ${verb} trigger ${table}_added`).execute(db)
  }
  await each('disable')
  await act()
  await each('enable')
}

/** In two countries, all with the same label and on a list of their own, which is returned. */
async function growContacts(handle: Db, vendorId: VendorId, count: number): Promise<string> {
  const [labelId, listId] = [newId(), newId<'contactList'>()]
  await sql`
    insert into label (vendor_id, id, name, folded, created_at)
    values (${vendorId}, ${labelId}, ${labelId}, ${labelId}, ${now})`.execute(handle)
  await sql`
    insert into contact_list (vendor_id, id, name, kind, created_at)
    values (${vendorId}, ${listId}, 'a list', 'STATIC', ${now})`.execute(handle)
  await sql`
    with added as (
      insert into contact (vendor_id, id, mobile_hash, profile_cipher, name_tokens, filled_keys, country_code, source,
          created_at, updated_at)
      select ${vendorId}, gen_random_uuid(), sha256(uuid_send(gen_random_uuid())), '', '{}', '{}',
          case n % 3 when 0 then 'US' else 'IN' end, 'IMPORT', ${now}, ${now} from generate_series(1, ${count}) n
      returning id
    ), labelled as (
      insert into contact_label (vendor_id, contact_id, label_id, added_at, place)
      select ${vendorId}, id, ${labelId}, ${now}, 1 from added
    )
    insert into contact_list_member (vendor_id, list_id, contact_id, added_at)
    select ${vendorId}, ${listId}, id, ${now} from added`.execute(handle)
  return listId
}
