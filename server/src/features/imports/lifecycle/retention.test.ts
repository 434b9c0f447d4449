import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { csv } from '../../../../tests/support/imports/imports.ts'
import { byHand, startProductByHand } from '../../../../tests/support/imports/imports-by-hand.ts'
import { filesUnder } from '../../../../tests/support/imports/stored-files.ts'
import { newVendor, signIn, type TestProduct } from '../../../../tests/support/product.ts'
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
  const replacement = { column: 'Name', find: 'Cara', replace: 'Cora' }
  await product.post(`/contacts/import/${confirmed}/rows/replace`, replacement, owner)
  await hand.confirmAndPersist(confirmed)
  const open = await hand.toReview(csv(['Name', 'Phone'], ['Dev', '9876560002'], ['Eva', '9876560002'], ['Fay', '1']))
  const before = await keptOf(confirmed)
  expect(Object.keys(before.counts).sort()).toEqual([
    'import_chunk',
    'import_plan',
    'import_repair',
    'import_replacement',
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

test('a mapping that is sent while an abandoned import expires is refused, or the import goes on with all its rows', async () => {
  const { db, config } = product.deps
  const vendor = await newVendor(product)
  const own = byHand(product, vendor, 2)
  const jobIds: string[] = []
  for (let i = 0; i < 4; i++)
    jobIds.push(await own.toReview(csv(['Name', 'Phone'], ['A', `98765${61_000 + i}`], ['B', `98765${62_000 + i}`])))
  const age = `${config.IMPORT_REVIEW_DAYS + 1} days`
  await sql`update import_job set updated_at = updated_at - ${age}::interval where id = any(${jobIds})`.execute(db)
  const remap = (jobId: string) =>
    product.post(`/contacts/import/${jobId}/mapping`, { columns: { Phone: { field: 'phone' } } }, vendor)
  // The first mapping is certainly before, the last certainly after.
  const first = await remap(jobIds[0] as string)
  const [, ...raced] = await Promise.all([purgeImports(product.deps), ...jobIds.slice(1, -1).map(remap)])
  const answers = [first, ...raced, await remap(jobIds.at(-1) as string)]
  expect([answers[0]?.status, answers.at(-1)?.status]).toEqual([202, 409])
  for (const [i, jobId] of jobIds.entries()) {
    const isKept = answers[i]?.status === 202
    if (isKept) {
      await own.processAgain(jobId)
      await own.processAll(jobId)
      await own.resolve(jobId)
    }
    const { status, stats } = (await product.get(`/contacts/import/${jobId}/status`, vendor)).body
    expect({ status, valid: stats.validRows }).toEqual({ status: isKept ? 'PENDING_REVIEW' : 'CANCELLED', valid: 2 })
  }
})

test('the file and rows of an import that was cancelled before its review are deleted after an hour', async () => {
  const vendor = await newVendor(product)
  const own = byHand(product, vendor)
  const file = (name: string) => csv(['Name', 'Phone'], [name, '9876563001'])
  const unmapped = await own.uploadAndRead(file('Asha'), { fields: { autoMap: 'false' } })
  const reviewed = await own.toReview(file('Ben'))
  for (const jobId of [unmapped, reviewed])
    expect((await product.post(`/contacts/import/${jobId}/cancel`, undefined, vendor)).status).toBe(201)
  const stored = async (jobId: string) => {
    const { files, counts } = await keptOf(jobId)
    return { files, chunks: counts['import_chunk'] }
  }
  await product.advance(3_500)
  await purgeImports(product.deps)
  expect([await stored(unmapped), await stored(reviewed)]).toEqual(Array(2).fill({ files: 1, chunks: 1 }))
  await product.advance(200)
  await purgeImports(product.deps)
  expect(await stored(unmapped)).toEqual({ files: 0, chunks: 0 })
  expect(await stored(reviewed)).toEqual({ files: 1, chunks: 1 })
  const token = (await signIn(product, vendor.email)).body.accessToken
  expect((await product.get(`/contacts/import/${reviewed}/reports/errors`, { token })).status).toBe(200)
  expect((await product.get(`/contacts/import/${unmapped}/status`, { token })).body).toMatchObject({
    status: 'CANCELLED',
    stats: { totalRows: 1 },
  })
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
