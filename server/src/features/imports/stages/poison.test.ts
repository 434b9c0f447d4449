import { sql as raw } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { addressBook } from '../../../../tests/support/contacts/contacts.ts'
import { csv, importWhole, statusOf, untilStatus } from '../../../../tests/support/imports/imports.ts'
import { byHand, startProductByHand, workOnImports } from '../../../../tests/support/imports/imports-by-hand.ts'
import { spoilRows } from '../../../../tests/support/imports/spoiled-rows.ts'
import { newVendor, type TestProduct } from '../../../../tests/support/product.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startProductByHand()
})

/** Rows that no file can contain, so that evaluating them crashes. */
const POISONS: Record<string, (row: readonly unknown[]) => unknown> = {
  'null instead of a row': () => null,
  'a cell that is no text': ([place, , ...cells]) => [place, 7, ...cells],
}
const ROW_COUNT = 21
const BAD_PLACES = [0, 8, 20]

describe.each(Object.entries(POISONS))('a row that crashes its reader (%s)', (_, poison) => {
  test('fails alone, wherever it is; all others become contacts', async () => {
    const owner = await newVendor(product)
    const hand = byHand(product, owner)
    const rows = Array.from({ length: ROW_COUNT }, (_, i) => [`Name ${i}`, `98765600${10 + i}`])
    const jobId = await hand.uploadAndRead(csv(['Name', 'Phone'], ...rows), { fields: { autoMap: 'false' } })
    await spoilRows(product.deps, jobId, BAD_PLACES, poison)
    const columns = { Name: { field: 'name' }, Phone: { field: 'phone' } }
    await product.post(`/contacts/import/${jobId}/mapping`, { columns }, owner)
    await processUntilDone(hand, jobId)
    await hand.resolve(jobId)
    expect(await statusOf(product, owner.token, jobId)).toMatchObject({
      status: 'PENDING_REVIEW',
      stats: { totalRows: ROW_COUNT, validRows: ROW_COUNT - BAD_PLACES.length, invalidRows: BAD_PLACES.length },
    })
    const { body } = await product.get(`/contacts/import/${jobId}/reports/errors?format=simple`, owner)
    expect(body).toBe(`row,error\r\n${BAD_PLACES.map((i) => `${i + 2},row could not be processed\r\n`).join('')}`)
    const preview = (await product.get(`/contacts/import/${jobId}/preview`, owner)).body
    expect(preview.errorSample).toHaveLength(BAD_PLACES.length)
    expect(preview.totalValid).toBe(ROW_COUNT - BAD_PLACES.length)

    // The same after a restaging.
    await loseStaged()
    await hand.confirmAndPersist(jobId)
    expect(await statusOf(product, owner.token, jobId)).toMatchObject({
      status: 'PARTIAL_SUCCESS',
      result: { created: ROW_COUNT - BAD_PLACES.length },
    })
    expect((await product.get(`/contacts/import/${jobId}/reports/errors?format=simple`, owner)).body).toBe(body)
    expect((await addressBook(product, owner)).map(({ name }) => name)).toEqual(
      rows.flatMap(([name], i) => (BAD_PLACES.includes(i) ? [] : [name])),
    )
  })
})

test('a row that kills the process at every attempt fails without another one', async () => {
  const owner = await newVendor(product)
  const hand = byHand(product, owner)
  const jobId = await hand.uploadAndRead(csv(['Name', 'Phone'], ['Asha', '9876560099']))
  const killedAttempts = (tries: number) =>
    raw`update import_chunk set tries = ${tries} where job_id = ${jobId}`.execute(product.deps.db)
  await killedAttempts(3)
  await processUntilDone(hand, jobId)
  await hand.resolve(jobId)
  expect((await statusOf(product, owner.token, jobId)).stats).toMatchObject({ validRows: 0, invalidRows: 1 })
  const { body } = await product.get(`/contacts/import/${jobId}/reports/errors?format=simple`, owner)
  expect(body).toBe('row,error\r\n2,row could not be processed\r\n')
})

describe('several rows that crash their thread', () => {
  const columns = { Name: { field: 'name' }, Phone: { field: 'phone' } }
  const fileOf = (rows: number) =>
    csv(['Name', 'Phone'], ...Array.from({ length: rows }, (_, i) => [`Name ${i}`, `+9198${String(61_000_000 + i)}`]))

  test('too many to isolate fail with their chunk, also after a restaging', async () => {
    const owner = await newVendor(product)
    const hand = byHand(product, owner, 50)
    const jobId = await hand.uploadAndRead(fileOf(100), { fields: { autoMap: 'false' } })
    await spoilRows(product.deps, jobId, BAD_PLACES)
    await raw`insert into import_chunk (vendor_id, job_id, first_row, last_row, row_count, rows_cipher, state, parked_rows)
      select ${owner.vendorId}, ${jobId}, 1000 + i, 1000 + i, 0, '', 'STAGED', '{}' from generate_series(1, 998) i`.execute(
      product.deps.db,
    )
    await product.post(`/contacts/import/${jobId}/mapping`, { columns }, owner)
    await processUntilDone(hand, jobId)
    expect((await hand.chunks(jobId)).length).toBe(1_000)
    await raw`delete from import_chunk where job_id = ${jobId} and row_count = 0`.execute(product.deps.db)
    await hand.resolve(jobId)
    const { stats } = await statusOf(product, owner.token, jobId)
    expect(stats).toMatchObject({ validRows: 50, invalidRows: 50 })
    const report = () => product.get(`/contacts/import/${jobId}/reports/errors?format=simple`, owner)
    const { body } = await report()
    expect(body.split('row could not be processed')).toHaveLength(51)
    await loseStaged()
    await hand.confirmAndPersist(jobId)
    expect(await statusOf(product, owner.token, jobId)).toMatchObject({
      status: 'PARTIAL_SUCCESS',
      result: { created: 50 },
    })
    expect((await report()).body).toBe(body)
  })

  test('three in a whole chunk fail alone, no job dies, and a concurrent import of another vendor completes', async () => {
    const [owner, other] = [await newVendor(product), await newVendor(product)]
    const hand = byHand(product, owner)
    const jobId = await hand.uploadAndRead(fileOf(2_500), { fields: { autoMap: 'false' } })
    await spoilRows(product.deps, jobId, BAD_PLACES)
    await workOnImports(product)
    await product.post(`/contacts/import/${jobId}/mapping`, { columns }, owner)
    await untilStatus(product, owner.token, jobId, 'PROCESSING')
    await importWhole(product, fileOf(10), other)
    const { stats } = await untilStatus(product, owner.token, jobId, 'PENDING_REVIEW')
    expect(stats).toMatchObject({ totalRows: 2_500, validRows: 2_497, invalidRows: 3 })
    await hand.confirm(jobId)
    const { result } = await untilStatus(product, owner.token, jobId, 'PARTIAL_SUCCESS')
    expect(result.created).toBe(2_497)
    expect(product.logLines.filter((line) => /"job\.(dead|failed)"/.test(line))).toEqual([])
  })
})

/** Empties the unlogged tables, as a crash of the database does. */
const loseStaged = () =>
  raw`truncate staged_mark, staged_marks, staged_contact, staged_duplicate, staged_failure`.execute(product.deps.db)

/** Retries errors, as the queue does. */
async function processUntilDone(hand: ReturnType<typeof byHand>, jobId: string) {
  for (let round = 0; round < 100; round++) {
    // Waiting rows are evaluated once every chunk has been evaluated.
    const [stored, sifted] = [await hand.inStates(jobId, 'STORED'), await hand.inStates(jobId, 'SIFTED')]
    const waiting = stored.length > 0 ? stored : sifted
    if (waiting.length === 0) return
    for (const firstRow of waiting) await hand.processChunk(jobId, firstRow).catch(() => {})
  }
  throw new Error('it never ends')
}
