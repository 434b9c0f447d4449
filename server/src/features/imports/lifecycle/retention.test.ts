import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { csv } from '../../../../tests/support/imports/imports.ts'
import { byHand, startProductByHand } from '../../../../tests/support/imports/imports-by-hand.ts'
import { filesUnder } from '../../../../tests/support/imports/stored-files.ts'
import { newVendor, type TestProduct } from '../../../../tests/support/product.ts'
import type { VendorId } from '../../../domain/ids.ts'
import { inTransaction } from '../../../platform/db/db.ts'
import { newId } from '../../../platform/ids.ts'
import { insertUpload } from '../sql.ts'
import { purgeImports } from './purge.ts'

const DAY_SECONDS = 86_400
const RETENTION_DAYS = 7

let product: TestProduct
let owner: Awaited<ReturnType<typeof newVendor>>
let hand: ReturnType<typeof byHand>
beforeAll(async () => {
  product = await startProductByHand()
  owner = await newVendor(product)
  hand = byHand(product, owner)
})

/** Every table with rows of a job besides the job itself, and the files in the store. */
async function keptOf(jobId: string) {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
     where column_name = 'job_id' and table_schema = 'public' and (table_name like 'staged%' or table_name like 'import%')
     order by 1`.execute(product.deps.db)
  const counts: Record<string, number> = {}
  for (const { name } of rows) {
    const counted = await sql<{ n: number }>`
      select count(*)::int as n from ${sql.table(name)} where job_id = ${jobId}::uuid`.execute(product.deps.db)
    counts[name] = counted.rows[0]?.n ?? 0
  }
  const files = await filesUnder(join(product.deps.config.dataDir, 'files')).catch(() => [])
  return { counts, files: files.filter((file) => file.includes(jobId)).length }
}

test('rows, flags and file of an import exist during the retention period and are deleted afterwards', async () => {
  const rows = [
    ['Asha', '9876560001', 'no'],
    ['Ben', '9876560001', ''],
    ['Cara', '12', ''],
  ]
  const confirmed = await hand.toReview(csv(['Name', 'Phone', 'Opt in'], ...rows))
  const repair = { cells: { Name: 'Benita' } }
  expect((await product.patch(`/contacts/import/${confirmed}/rows/3`, repair, owner)).status).toBe(200)
  await hand.confirmAndPersist(confirmed)
  const open = await hand.toReview(csv(['Name', 'Phone'], ['Dev', '9876560002'], ['Eva', '9876560002'], ['Fay', '1']))
  const before = await keptOf(confirmed)
  expect(Object.keys(before.counts).sort()).toEqual([
    'import_chunk',
    'import_plan',
    'import_repair',
    'staged_contact',
    'staged_duplicate',
    'staged_failure',
    'staged_mark',
    'staged_marks',
    'staged_opt_out',
  ])
  for (const [table, count] of Object.entries(before.counts)) expect(count, table).toBeGreaterThan(0)
  expect(before.files).toBe(1)

  await product.advance(RETENTION_DAYS * DAY_SECONDS - 3_600)
  await purgeImports(product.deps)
  expect(await keptOf(confirmed)).toEqual(before)
  await product.advance(3_700)
  await purgeImports(product.deps)
  const after = await keptOf(confirmed)
  for (const [table, count] of Object.entries(after.counts)) expect(count, table).toBe(0)
  expect(after.files).toBe(0)
  const { head_cipher: samples } = await product.deps.db
    .selectFrom('import_job')
    .select('head_cipher')
    .where('id', '=', confirmed)
    .executeTakeFirstOrThrow()
  expect(samples).toBeNull()
  // An import that waits for the vendor keeps everything.
  expect((await keptOf(open)).counts['staged_contact']).toBe(2)
})

test('all imports that are due at once are purged', async () => {
  const { db } = product.deps
  const MORE_THAN_ONE_BATCH = 51
  await sql`
    insert into import_job select (jsonb_populate_record(job, jsonb_build_object('id', gen_random_uuid(), 'purged_at', null))).*
      from import_job job, generate_series(1, ${MORE_THAN_ONE_BATCH}) where job.status = 'COMPLETED' or job.status = 'PARTIAL_SUCCESS'
  `.execute(db)
  const waiting = () =>
    db
      .selectFrom('import_job')
      .select('id')
      .where('purged_at', 'is', null)
      .where('ended_at', 'is not', null)
      .where('status', '<>', 'CANCELLED')
  expect(await waiting().execute()).toHaveLength(MORE_THAN_ONE_BATCH)
  for (let round = 0; round < 2; round++) await purgeImports(product.deps)
  expect(await waiting().execute()).toEqual([])
})

test('what a crash left of an upload is deleted two hours later', async () => {
  const { db, files, clock } = product.deps
  const vendorId = (await newVendor(product)).vendorId as VendorId
  const id = newId<'import'>()
  const storageKey = `imports/${vendorId}/${id}`
  await inTransaction(db, (tx) => insertUpload(tx, vendorId, { id, storageKey, now: clock.now() }))
  await files.put(storageKey, Readable.from([Buffer.from('half a file')]))
  const purgeAfter = async (seconds: number) => {
    await product.advance(seconds)
    await purgeImports(product.deps)
    return (await keptOf(id)).files
  }
  expect(await purgeAfter(2 * 3_600 - 60)).toBe(1)
  expect(await purgeAfter(120)).toBe(0)
  expect(await db.selectFrom('import_upload').select('id').where('id', '=', id).execute()).toEqual([])
})
