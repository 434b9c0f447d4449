import { beforeAll, describe, expect, test } from 'vitest'
import { countsAgree } from '../../../../tests/support/imports/import-counters.ts'
import { changeBetween } from '../../../../tests/support/imports/import-interleavings.ts'
import { importInOrder } from '../../../../tests/support/imports/import-orders.ts'
import { startProductWithoutQueue } from '../../../../tests/support/imports/imports-by-hand.ts'
import { newVendor, type TestProduct } from '../../../../tests/support/product.ts'
import { inLanes } from '../../../../tests/support/random/concurrent-vendors.ts'
import { SEED } from '../../../../tests/support/random/seed.ts'

const ORDERS = 500
const FILES = 2_000
const INTERLEAVINGS = 1_000

let product: TestProduct
beforeAll(async () => {
  product = await startProductWithoutQueue({ ACCESS_TOKEN_TTL_SECONDS: '86400' })
})

describe(`randomised imports (seed ${SEED})`, () => {
  test(`${FILES} files of random rows: counts agree with each other and with the reports`, async () => {
    await inLanes(product, SEED, FILES, (owner, random) => countsAgree(product, owner, random))
  })

  test(`${INTERLEAVINGS} times the address book changes between preview and confirmation`, async () => {
    await inLanes(product, SEED, INTERLEAVINGS, (owner, random) => changeBetween(product, owner, random))
  })

  test(`${ORDERS} orders of chunks: the same contacts, counts, previews and reports each time`, async () => {
    for (const strategy of ['SKIP_DUPLICATES', 'MERGE_LABELS', 'UPDATE_METADATA', 'FULL_REPLACE']) {
      const expected = await importInOrder(product, await newVendor(product), strategy)
      await inLanes(product, SEED, ORDERS / 4, async (owner, random) =>
        expect(await importInOrder(product, owner, strategy, random), strategy).toEqual(expected),
      )
    }
  })
})
