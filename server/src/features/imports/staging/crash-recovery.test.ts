import { sql as raw } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { addressBook, numbersFrom } from '../../../../tests/support/contacts/contacts.ts'
import { csv, statusOf, untilStatus, upload } from '../../../../tests/support/imports/imports.ts'
import { byHand, startProductByHand, workOnImports } from '../../../../tests/support/imports/imports-by-hand.ts'
import { newVendor, type TestProduct } from '../../../../tests/support/product.ts'
import type { VendorId } from '../../../domain/ids.ts'
import { unpackRows } from '../../../platform/packed-rows.ts'
import { RetryLater } from '../../../ports/queue.ts'
import { openHead, sealHead } from '../encrypted-columns.ts'
import { processChunks, resolveRows } from '../jobs.ts'
import { findJob } from '../sql.ts'
import { ROWS_FIELD } from '../stages/evaluate-rows.ts'
import { processImportChunks } from '../stages/process.ts'
import { resolveImport, stageImportAgain } from '../stages/resolve.ts'
import { findChunk } from './chunks.sql.ts'

let product: TestProduct
let owner: Awaited<ReturnType<typeof newVendor>>
let hand: ReturnType<typeof byHand>
beforeAll(async () => {
  product = await startProductByHand()
  owner = await newVendor(product)
  hand = byHand(product, owner, 5)
})

/** Empties the unlogged tables, as a crash of the database does. */
const crash = () =>
  raw`truncate staged_mark, staged_marks, staged_contact, staged_duplicate, staged_failure,
               staged_opt_out`.execute(product.deps.db)
const get = (jobId: string, path: string) => product.get(`/contacts/import/${jobId}${path}`, owner)
const newNumber = numbersFrom(40_000_000)
/** 20 rows with 17 numbers, one of them invalid, and rows that depend on the majority. */
const newFile = () => {
  const numbers = Array.from({ length: 17 }, newNumber)
  const rows = numbers.map((number, i) => [`Name ${i}`, i % 4 ? `+${number}` : number.slice(2), 'a'])
  return csv(
    ['Name', 'Phone', 'Tags'],
    ...rows,
    ['Again', `+${numbers[1]}`, 'b'],
    ['More', `+${numbers[2]}`, 'c'],
    ['Bad', '12', ''],
  )
}

describe('a crash of the database', () => {
  test('during review: 503 with Retry-After until all rows are staged again, then the same preview and reports', async () => {
    const jobId = await hand.toReview(newFile())
    const paths = ['/preview', '/reports/errors', '/reports/warnings']
    const before = await Promise.all(paths.map(async (path) => (await get(jobId, path)).body))
    await crash()
    for (const path of paths) {
      const refused = await get(jobId, path)
      expect(refused).toMatchObject({ status: 503, body: { code: 'SERVICE_UNAVAILABLE' } })
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    }
    expect((await statusOf(product, owner.token, jobId)).status).toBe('PENDING_REVIEW')
    await stageImportAgain(product.deps, owner.vendorId as VendorId, { jobId })
    expect(await Promise.all(paths.map(async (path) => (await get(jobId, path)).body))).toEqual(before)
  })

  test.each(['after the confirmation', 'between two chunks that are saved'])(
    '%s: everything is imported, nothing twice',
    async (when) => {
      const jobId = await hand.toReview(newFile())
      await hand.confirm(jobId)
      if (when !== 'after the confirmation') {
        await hand.beginPersisting(jobId)
        await hand.persistChunk(jobId, 2)
      }
      await crash()
      await hand.persistAll(jobId)
      expect(await statusOf(product, owner.token, jobId)).toMatchObject({
        status: 'PARTIAL_SUCCESS',
        stats: { totalRows: 20, validRows: 19, invalidRows: 1, warningRows: 2, valid: 17 },
        result: { created: 17, updated: 0, merged: 0, skipped: 0, changedSincePreview: 0 },
      })
      const audits = await raw<{ count: number }>`
        select count(*)::int as count from contact_audit where job_id = ${jobId}`.execute(product.deps.db)
      expect(audits.rows[0]?.count).toBe(17)
      expect((await get(jobId, '/reports/errors')).body.split('\r\n')).toHaveLength(3)
    },
  )

  test('while rows are processed: completed work is not lost', async () => {
    const jobId = await hand.uploadAndRead(newFile())
    const [first = 0, second = 0] = await hand.inStates(jobId, 'STORED')
    await hand.processChunk(jobId, first)
    await hand.processChunk(jobId, second)
    await crash()
    await hand.processAll(jobId)
    await hand.resolve(jobId)
    expect((await get(jobId, '/preview')).body).toMatchObject({ totalValid: 17, totalErrors: 1, totalWarnings: 2 })
    await hand.confirmAndPersist(jobId)
    expect((await statusOf(product, owner.token, jobId)).result).toMatchObject({ created: 17 })
  })

  test('followed by a worker that is killed while rows are staged again: no row is missing', async () => {
    const someone = await newVendor(product)
    const { toReview, confirm, persistAll } = byHand(product, someone, 5)
    const jobId = await toReview(newFile())
    await confirm(jobId)
    await crash()
    // The rows are staged again, but later rows of a number are not merged yet.
    const deps = { ...product.deps, threads: { ...product.deps.threads, run: failingAt('./merge-duplicates-thread') } }
    await expect(stageImportAgain(deps, someone.vendorId as VendorId, { jobId })).rejects.toThrow('killed')
    await persistAll(jobId)
    expect((await statusOf(product, someone.token, jobId)).result).toMatchObject({ created: 17, skipped: 0 })
    for (const label of ['b', 'c'])
      expect((await product.get(`/contacts?label=${label}`, someone)).body.data, label).toHaveLength(1)
  })
})

/** Threads in which one kind of task crashes. */
function failingAt(task: string): TestProduct['deps']['threads']['run'] {
  return (url, name, input) =>
    name === task ? Promise.reject(new Error('killed')) : product.deps.threads.run(url, name, input)
}

test('every step is idempotent, run twice in sequence or concurrently', async () => {
  const { body } = await upload(product, newFile(), owner)
  const { jobId } = body
  const twice = async (step: (jobId: string) => Promise<unknown>) => {
    await Promise.allSettled([step(jobId), step(jobId)])
    await step(jobId)
  }
  await twice(hand.scan)
  await twice(hand.read)
  await twice((id) => hand.processAll(id))
  await twice((id) => hand.processAll(id))
  await twice(hand.resolve)
  await hand.confirm(jobId)
  await twice((id) => hand.persistAll(id))
  expect(await statusOf(product, owner.token, jobId)).toMatchObject({
    status: 'PARTIAL_SUCCESS',
    stats: { totalRows: 20, validRows: 19, invalidRows: 1, valid: 17 },
    result: { created: 17, updated: 0, merged: 0, skipped: 0 },
  })
  const { rows } = await raw<{ count: number }>`
    select count(*)::int as count from contact_audit where job_id = ${jobId}`.execute(product.deps.db)
  expect(rows[0]?.count).toBe(17)
})

test('an import that a worker of the previous version began is continued, repaired and confirmed', async () => {
  const { db, keyring } = product.deps
  const vendorId = owner.vendorId as VendorId
  const jobId = await hand.uploadAndRead(newFile())
  const cipher = await keyring.of(db, vendorId)
  // As it stored its rows: heads without sheet and header row, chunks without compression, jobs without a revision.
  const { columns, samples, suggestion } = openHead(cipher, (await findJob(db, vendorId, jobId))?.head_cipher as Buffer)
  const head = sealHead(cipher, { columns, samples, suggestion })
  await db.updateTable('import_job').set({ head_cipher: head }).where('id', '=', jobId).execute()
  const [first, ...rest] = await hand.chunks(jobId)
  for (const { firstRow } of rest) {
    const chunk = await findChunk(db, vendorId, jobId, firstRow)
    const rows = JSON.stringify(unpackRows(cipher.openBytes(ROWS_FIELD, chunk?.rows_cipher as Uint8Array)))
    const rowsCipher = cipher.sealBytes(ROWS_FIELD, Buffer.from(rows))
    await db
      .updateTable('import_chunk')
      .set({ rows_cipher: rowsCipher })
      .where('job_id', '=', jobId)
      .where('first_row', '=', firstRow)
      .execute()
  }
  await hand.processChunk(jobId, first?.firstRow ?? 0)
  const turn = () => processImportChunks(product.deps, vendorId, processChunks.payload.parse({ jobId, runner: 1 }))
  const isOver = (error: unknown) => {
    if (!(error instanceof RetryLater)) throw error
    return false
  }
  while (!(await turn().then(() => true, isOver)));
  await resolveImport(product.deps, vendorId, resolveRows.payload.parse({ jobId }))
  // Its previews had no digests of results.
  await raw`update import_job set summary = summary - 'resultDigest' where id = ${jobId}`.execute(db)
  await raw`update staged_contact set result_digest = null, result_version = null where job_id = ${jobId}`.execute(db)
  const cells = { Phone: `+${newNumber()}` }
  const repaired = await product.patch(`/contacts/import/${jobId}/rows/19`, { cells }, owner)
  expect(repaired.body).toMatchObject({ status: 'valid', warnings: [], cells: { Name: 'Again', ...cells } })
  const { planHash, stats } = await statusOf(product, owner.token, jobId)
  expect(stats).toMatchObject({ validRows: 19, valid: 18 })
  expect((await product.post(`/contacts/import/${jobId}/confirm`, { planHash }, owner)).status).toBe(202)
  await hand.persistAll(jobId)
  expect(await statusOf(product, owner.token, jobId)).toMatchObject({
    status: 'PARTIAL_SUCCESS',
    result: { created: 18 },
  })
})

// The last test, because its workers would take the steps of the others too.
test('four concurrent imports that share nine of ten numbers: none fails, and each number is one contact', async () => {
  const someone = await newVendor(product)
  const shared = Array.from({ length: 450 }, newNumber)
  const { toReview, confirm } = byHand(product, someone, 250)
  const jobs: string[] = []
  for (let file = 0; file < 4; file++) {
    const own = Array.from({ length: 50 }, newNumber)
    const mixed = [...shared, ...own].sort((a, b) => (a.slice(-3 - file) < b.slice(-3 - file) ? -1 : 1))
    const rows = mixed.map((number) => [`From ${file}`, `+${number}`, `file ${file}`])
    jobs.push(await toReview(csv(['Name', 'Phone', 'Tags'], ...rows)))
  }
  await workOnImports(product)
  for (const answer of await Promise.all(jobs.map(confirm))) expect(answer.status).toBe(202)
  const ended = await Promise.all(jobs.map((jobId) => untilStatus(product, someone.token, jobId, 'COMPLETED')))
  expect(ended.reduce((sum, { result }) => sum + result.created, 0)).toBe(450 + 4 * 50)
  for (const { result } of ended) expect(result.created + result.merged + result.skipped).toBe(500)
  const book = await addressBook(product, someone)
  expect(book).toHaveLength(650)
  for (const { mobile, labels } of book) expect(labels).toHaveLength(shared.includes(mobile) ? 4 : 1)
  expect(product.logLines.filter((line) => line.includes('job.dead'))).toEqual([])
})
