import { beforeAll, describe, expect, test } from 'vitest'
import { chance } from '../../../tests/support/chance.ts'
import { countsAgree } from '../../../tests/support/import-counters.ts'
import { changeBetween } from '../../../tests/support/import-interleavings.ts'
import { importInOrder } from '../../../tests/support/import-orders.ts'
import { startProductByHand } from '../../../tests/support/imports-by-hand.ts'
import { newVendor, type TestProduct } from '../../../tests/support/product.ts'

/** The long run does many times as many. */
const ORDERS = 20
const FILES = 50
const INTERLEAVINGS = 100
const SEED = 20_263

let product: TestProduct
beforeAll(async () => {
  product = await startProductByHand()
})

describe(`chance (seed ${SEED})`, () => {
  test(`${FILES} files of any rows: counts agree with each other and with the reports`, async () => {
    const owner = await newVendor(product)
    const random = chance(SEED)
    for (let file = 0; file < FILES; file++) await countsAgree(product, owner, random)
  }, 180_000)

  test(`${INTERLEAVINGS} times the address book changes between preview and confirmation: rules apply to what is there then`, async () => {
    const owner = await newVendor(product)
    const random = chance(SEED)
    for (let i = 0; i < INTERLEAVINGS; i++) await changeBetween(product, owner, random)
  }, 180_000)

  test(`${ORDERS} orders of chunks: the same contacts, counts, previews and reports each time`, async () => {
    const owner = await newVendor(product)
    const random = chance(SEED)
    for (const strategy of ['MERGE_LABELS', 'UPDATE_METADATA']) {
      const expected = await importInOrder(product, owner, strategy)
      expect(expected.book.length).toBeGreaterThan(20)
      for (let i = 0; i < ORDERS / 2; i++)
        expect(await importInOrder(product, owner, strategy, random), strategy).toEqual(expected)
    }
  }, 180_000)
})
