import { sql as raw } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { csv } from '../../../../tests/support/imports/imports.ts'
import { byHand, startProductByHand } from '../../../../tests/support/imports/imports-by-hand.ts'
import { newVendor, type TestProduct } from '../../../../tests/support/product.ts'
import type { VendorId } from '../../../domain/ids.ts'
import { stageImportAgain } from './resolve.ts'

let product: TestProduct
let owner: Awaited<ReturnType<typeof newVendor>>
let hand: ReturnType<typeof byHand>
beforeEach(async () => {
  product ??= await startProductByHand()
  owner = await newVendor(product)
  hand = byHand(product, owner, 2)
})

/** Numbers that only the vendor's country, India, makes valid, and one that is too short everywhere. */
const FILE = csv(
  ['Name', 'Phone', 'City'],
  ['Asha', '9876543210', 'Pune'],
  ['Ben', '9876543211', 'Pune'],
  ['Cleo', '12', 'Pune'],
)
const move = async (country: string) =>
  expect((await product.patch('/vendor/me', { country }, owner)).status, 'PATCH /vendor/me').toBe(200)
const reviewOf = async (jobId: string) => {
  const { body } = await product.get(`/contacts/import/${jobId}/preview`, owner)
  const rows = body.validSample.map((item: { _normalized: { e164: string } }) => item._normalized.e164)
  return { planHash: body.planHash, rows, failed: body.totalErrors }
}

test('rows are read with the country that the vendor had when processing began, also after it has changed', async () => {
  const jobId = await hand.uploadAndRead(FILE)
  await move('SG')
  await hand.processAll(jobId)
  await hand.resolve(jobId)
  const before = await reviewOf(jobId)
  expect(before).toMatchObject({ rows: ['+919876543210', '+919876543211'], failed: 1 })

  const repair = (phone: string) =>
    product.patch(`/contacts/import/${jobId}/rows/4`, { cells: { Phone: phone } }, owner)
  expect((await repair('9876543212')).body).toMatchObject({ status: 'warning' })
  expect((await repair('12')).body).toMatchObject({ status: 'failed' })
  expect(await reviewOf(jobId)).toEqual(before)

  await raw`truncate staged_mark, staged_marks, staged_contact, staged_duplicate, staged_failure,
                     staged_opt_out`.execute(product.deps.db)
  await stageImportAgain(product.deps, owner.vendorId as VendorId, { jobId })
  expect(await reviewOf(jobId)).toEqual(before)
})

test('a mapping that is sent again is processed with the new country, and is another plan', async () => {
  const jobId = await hand.toReview(FILE)
  const { planHash } = await reviewOf(jobId)
  await move('GB')
  const columns = { Name: { field: 'name' }, Phone: { field: 'phone' }, City: { field: 'attribute' } }
  expect((await product.post(`/contacts/import/${jobId}/mapping`, { columns }, owner)).status).toBe(202)
  await hand.processAgain(jobId)
  await hand.processAll(jobId)
  await hand.resolve(jobId)
  const after = await reviewOf(jobId)
  expect(after).toMatchObject({ rows: [], failed: 3 })
  expect(after.planHash).not.toBe(planHash)
})

test('an import that an older version began to process is read with the country of the vendor', async () => {
  const jobId = await hand.uploadAndRead(FILE)
  await raw`update import_job set vendor_country = null where id = ${jobId}`.execute(product.deps.db)
  await hand.processAll(jobId)
  await hand.resolve(jobId)
  expect(await reviewOf(jobId)).toMatchObject({ rows: ['+919876543210', '+919876543211'], failed: 1 })
})
