import { beforeAll, expect, test } from 'vitest'
import { numbersFrom } from '../../../../tests/support/contacts/contacts.ts'
import { reviewOf } from '../../../../tests/support/imports/import-repairs.ts'
import { csv, statusOf } from '../../../../tests/support/imports/imports.ts'
import { byHand, startProductWithoutQueue } from '../../../../tests/support/imports/imports-by-hand.ts'
import { newVendor, type TestProduct } from '../../../../tests/support/product.ts'
import type { VendorId } from '../../../domain/ids.ts'
import { findJob } from '../sql.ts'
import { splitChunk } from '../stages/split-chunk.ts'
import type { ChunkRow } from '../staging/chunks.sql.ts'
import type { ImportRevision } from '../tables.ts'

const HEAD = ['Name', 'Phone', 'City']

let product: TestProduct
let owner: Awaited<ReturnType<typeof newVendor>>
let hand: ReturnType<typeof byHand>
beforeAll(async () => {
  product = await startProductWithoutQueue()
  owner = await newVendor(product)
  hand = byHand(product, owner, 2)
})

const nextMobile = numbersFrom(63_000_000)
const newNumber = () => `+${nextMobile()}`
const apiOf = (jobId: string) => {
  const path = `/contacts/import/${jobId}`
  return {
    get: (rest: string) => product.get(`${path}${rest}`, owner),
    post: (rest: string, body: object) => product.post(`${path}/rows/${rest}`, body, owner),
    patch: (row: number, cells: object) => product.patch(`${path}/rows/${row}`, { cells }, owner),
  }
}

test('an undo takes back its own replacement, whatever else was replaced, excluded or repaired since', async () => {
  const rows = ['Pune', 'Pune East', 'Goa'].map((city, i) => [`P${i}`, newNumber(), city])
  const jobId = await hand.toReview(csv(HEAD, ...rows))
  const api = apiOf(jobId)
  const replace = async (find: string, text: string) =>
    (await api.post('replace', { column: 'City', find, replace: text })).body.replacementId as string
  const undo = async (id: string) => (await api.post(`replace/${id}/undo`, {})).body.changedRows
  const cities = async () =>
    (await api.get('/rows')).body.data.map(({ cells }: { cells: { City: string } }) => cells.City)
  const before = await reviewOf(product, owner, jobId)
  const first = await replace('Pune', 'Poona')
  const second = await replace('Poona', 'Puna')
  // What the first one wrote is no longer there.
  expect(await undo(first)).toBe(0)
  expect(await cities()).toEqual(['Puna', 'Puna East', 'Goa'])
  await api.post('exclude', { rowIndexes: [3] })
  expect(await undo(second)).toBe(2)
  await api.post('include', { rowIndexes: [3] })
  expect(await cities()).toEqual(['Poona', 'Poona East', 'Goa'])
  await api.patch(2, { Name: 'Somebody' })
  expect(await undo(first)).toBe(2)
  expect(await cities()).toEqual(['Pune', 'Pune East', 'Goa'])
  await api.patch(2, { Name: 'P0' })
  expect(await reviewOf(product, owner, jobId)).toEqual(before)
})

test('an undo restores all rows of a chunk that was split since', async () => {
  const cities = ['Pune', 'Goa', 'Pune', 'Pune']
  const jobId = await byHand(product, owner).toReview(
    csv(HEAD, ...cities.map((city, i) => [`P${i}`, newNumber(), city])),
  )
  const api = apiOf(jobId)
  const { replacementId } = (await api.post('replace', { column: 'City', find: 'Pune', replace: 'Poona' })).body
  const { db } = product.deps
  const vendorId = owner.vendorId as VendorId
  const job = await findJob(db, vendorId, jobId)
  const [chunk] = await db.selectFrom('import_chunk').selectAll().where('job_id', '=', jobId).execute()
  await splitChunk(product.deps, vendorId, job as ImportRevision, chunk as ChunkRow)
  expect(await hand.chunks(jobId)).toHaveLength(2)
  expect((await api.post(`replace/${replacementId}/undo`, {})).body.changedRows).toBe(3)
  const { data } = (await api.get('/rows')).body
  expect(data.map(({ cells }: { cells: { City: string } }) => cells.City)).toEqual(cities)
})

test('a replacement cannot be undone after a confirmation, a cancellation, or another reading of the file', async () => {
  const file = () => csv(['Prices', '', ''], HEAD, ...['Pune', 'Goa'].map((city, i) => [`P${i}`, newNumber(), city]))
  const endings = {
    confirm: (jobId: string) => hand.confirm(jobId),
    cancel: (jobId: string) => product.post(`/contacts/import/${jobId}/cancel`, undefined, owner),
  }
  for (const end of Object.values(endings)) {
    const jobId = await hand.toReview(file())
    const api = apiOf(jobId)
    const { replacementId } = (await api.post('replace', { column: 'City', find: 'Pune', replace: 'X' })).body
    expect((await end(jobId)).status).toBeLessThan(300)
    expect(await api.post(`replace/${replacementId}/undo`, {})).toMatchObject({
      status: 409,
      body: { code: 'INVALID_STATE' },
    })
  }
  const jobId = await hand.toReview(file())
  const api = apiOf(jobId)
  const { replacementId } = (await api.post('replace', { column: 'City', find: 'Pune', replace: 'X' })).body
  const columns = { 'Column B': { field: 'phone' } }
  const again = await product.post(`/contacts/import/${jobId}/mapping`, { headerRow: 0, columns }, owner)
  expect(again.status, JSON.stringify(again.body)).toBe(202)
  await hand.read(jobId)
  await hand.processAll(jobId)
  await hand.resolve(jobId)
  expect((await statusOf(product, owner.token, jobId)).status).toBe('PENDING_REVIEW')
  expect((await api.post(`replace/${replacementId}/undo`, {})).status).toBe(404)
  const { data } = (await api.get('/rows')).body
  expect(data.map(({ isRepaired }: { isRepaired: boolean }) => isRepaired)).not.toContain(true)
})
