import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { jobsOf, raceUploads } from '../../../../tests/support/imports/imports.ts'
import { newVendor, startProduct } from '../../../../tests/support/product.ts'

const UPLOADS = 200

test(`${UPLOADS} parallel uploads of one file, with one key or many, create one job`, async () => {
  const product = await startProduct({ env: { UPLOADS_PER_MINUTE: '100000' } })
  const vendor = await newVendor(product)
  const file = `Name,Phone\n${'Asha,+919876543210\n'.repeat(2_000)}`
  const withManyKeys = await raceUploads(product, file, vendor, UPLOADS, randomUUID)
  expect([withManyKeys.jobIds.size, [...withManyKeys.refusals]]).toEqual([1, ['DUPLICATE_FILE']])
  expect(withManyKeys.existing).toEqual(withManyKeys.jobIds)

  const key = randomUUID()
  const withOneKey = await raceUploads(product, `${file}\n`, vendor, UPLOADS, () => key)
  expect(withOneKey.jobIds.size).toBe(1)
  expect([...withOneKey.refusals].filter((code) => code !== 'IDEMPOTENCY_IN_FLIGHT')).toEqual([])
  expect(await jobsOf(product, vendor)).toHaveLength(2)
})
