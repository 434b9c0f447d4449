import { sql as raw } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { addressBook } from '../../../tests/support/contacts.ts'
import { csv, statusOf } from '../../../tests/support/imports.ts'
import { byHand, startProductByHand } from '../../../tests/support/imports-by-hand.ts'
import { newVendor, type TestProduct } from '../../../tests/support/product.ts'
import type { VendorId } from '../../domain/ids.ts'
import { packRows, unpackRows } from '../../platform/packed-rows.ts'
import { ROWS } from './stages/sift.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startProductByHand()
})

/** Rows that no file can hold, so that whoever reads them crashes. */
const POISONS: Record<string, unknown> = { 'null instead of a row': null, 'a cell that is no text': 7 }
const ROW_COUNT = 21
const BAD_PLACES = [0, 8, 20]

describe.each(Object.entries(POISONS))('a row that crashes its reader (%s)', (_, poison) => {
  test('fails alone, wherever it stands; all others become contacts', async () => {
    const owner = await newVendor(product)
    const hand = byHand(product, owner)
    const rows = Array.from({ length: ROW_COUNT }, (_, i) => [`Name ${i}`, `98765600${10 + i}`])
    const jobId = await hand.uploadAndRead(csv(['Name', 'Phone'], ...rows), { fields: { autoMap: 'false' } })
    await spoil(owner.vendorId, jobId, poison)
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

    // The same after everything had to be staged again.
    await raw`truncate staged_mark, staged_marks, staged_contact, staged_duplicate, staged_failure`.execute(
      product.deps.db,
    )
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

async function spoil(vendorId: string, jobId: string, poison: unknown) {
  const cipher = await product.deps.keyring.of(product.deps.db, vendorId as VendorId)
  const chunks = await raw<{ rows_cipher: Buffer }>`
    select rows_cipher from import_chunk where job_id = ${jobId}`.execute(product.deps.db)
  const rows = unpackRows<unknown[]>(cipher.openBytes(ROWS, chunks.rows[0]?.rows_cipher as Buffer))
  const spoiled = rows.map((row, i) =>
    !BAD_PLACES.includes(i) ? row : poison === null ? null : [row[0], poison, ...row.slice(2)],
  )
  const sealed = cipher.sealBytes(ROWS, packRows(JSON.stringify(spoiled)))
  await raw`update import_chunk set rows_cipher = ${sealed} where job_id = ${jobId}`.execute(product.deps.db)
}

/** As the queue does: what throws is tried again. */
async function processUntilDone(hand: ReturnType<typeof byHand>, jobId: string) {
  for (let round = 0; round < 100; round++) {
    // Rows that wait for the majority are read once every chunk has been read.
    const [stored, sifted] = [await hand.inStates(jobId, 'STORED'), await hand.inStates(jobId, 'SIFTED')]
    const waiting = stored.length > 0 ? stored : sifted
    if (waiting.length === 0) return
    for (const firstRow of waiting) await hand.processChunk(jobId, firstRow).catch(() => {})
  }
  throw new Error('it never ends')
}
