import { beforeAll, describe, expect, test } from 'vitest'
import { countsAgree } from '../../../../tests/support/imports/import-counters.ts'
import { changeBetween } from '../../../../tests/support/imports/import-interleavings.ts'
import { importInOrder } from '../../../../tests/support/imports/import-orders.ts'
import { startProductWithoutQueue } from '../../../../tests/support/imports/imports-by-hand.ts'
import { FAULT_RUN_MS } from '../../../../tests/support/limits.ts'
import { newVendor, type TestProduct } from '../../../../tests/support/product.ts'
import { inLanes } from '../../../../tests/support/random/concurrent-vendors.ts'

/** The long test runs many more. */
const ORDERS = 20
const FILES = 100
const INTERLEAVINGS = 50
const SEED = 20_263

let product: TestProduct
beforeAll(async () => {
  product = await startProductWithoutQueue()
})

describe(`randomised imports (seed ${SEED})`, { timeout: FAULT_RUN_MS }, () => {
  test(`${FILES} files of random rows: counts agree with each other and with the reports`, async () => {
    await inLanes(product, SEED, FILES, (owner, random) => countsAgree(product, owner, random))
  })

  test(`${INTERLEAVINGS} times the address book changes between preview and confirmation: the merge uses the current contacts`, async () => {
    await inLanes(product, SEED, INTERLEAVINGS, (owner, random) => changeBetween(product, owner, random))
  })

  test(`${ORDERS} orders of chunks: the same contacts, counts, previews and reports each time`, async () => {
    for (const [i, strategy] of ['MERGE_LABELS', 'UPDATE_METADATA'].entries()) {
      const expected = await importInOrder(product, await newVendor(product), strategy)
      expect(expected.book.length).toBeGreaterThan(20)
      await inLanes(product, SEED + 100 * i, ORDERS / 2, async (owner, random) =>
        expect(await importInOrder(product, owner, strategy, random), strategy).toEqual(expected),
      )
    }
  })
})
