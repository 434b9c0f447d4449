import { beforeAll, describe, expect, test } from 'vitest'
import { csv } from '../../../../tests/support/imports/imports.ts'
import { byHand, startProductByHand } from '../../../../tests/support/imports/imports-by-hand.ts'
import { newVendor, type TestProduct } from '../../../../tests/support/product.ts'
import type { VendorId } from '../../../domain/ids.ts'
import { detectDuplicates } from './detect-duplicates.ts'

let product: TestProduct
let vendorId: VendorId
let jobId: string
let job: { id: string; revision: number }
beforeAll(async () => {
  product = await startProductByHand()
  const owner = await newVendor(product)
  vendorId = owner.vendorId as VendorId
  // Sixty numbers, most of them repeated, some with warnings, in chunks of ten rows.
  const rows = Array.from({ length: 150 }, (_, i) => [i % 7 === 0 ? 'A & B' : 'A', `98765${40_000 + ((i * i) % 97)}`])
  jobId = await byHand(product, owner, 10).toReview(csv(['Name', 'Phone'], ...rows))
  job = { id: jobId, revision: 1 }
})

const duplicates = () =>
  product.deps.db
    .selectFrom('staged_duplicate')
    .select(['place', 'first_place'])
    .where('vendor_id', '=', vendorId)
    .where('job_id', '=', jobId)
    .orderBy('place')
    .execute()
const forget = () => product.deps.db.deleteFrom('staged_duplicate').where('job_id', '=', jobId).execute()

describe('the same duplicates are found', () => {
  const CONTACTS = 150
  const whole = { partitionFrom: CONTACTS + 1, batchRows: 5_000 }
  test.each([
    ['in partitions, from the threshold on', { partitionFrom: CONTACTS, batchRows: 5_000 }],
    ['in partitions, saved in small batches', { partitionFrom: 0, batchRows: 3 }],
    ['in one pass, saved one by one', { partitionFrom: CONTACTS + 1, batchRows: 1 }],
  ])('%s', async (_, sizes) => {
    await forget()
    const totals = await detectDuplicates(product.deps, vendorId, job, whole)
    const expected = await duplicates()
    expect(expected.length).toBe(CONTACTS - totals.items)
    expect(expected.length).toBeGreaterThan(50)
    await forget()
    expect(await detectDuplicates(product.deps, vendorId, job, sizes)).toEqual(totals)
    expect(await duplicates()).toEqual(expected)
    // Repeated over the stored duplicates.
    expect(await detectDuplicates(product.deps, vendorId, job, sizes)).toEqual(totals)
    expect(await duplicates()).toEqual(expected)
  })
})
