import { beforeAll, describe, expect, test } from 'vitest'
import { type Chance, chance } from '../../../tests/support/chance.ts'
import { countsAgree } from '../../../tests/support/import-counters.ts'
import { changeBetween } from '../../../tests/support/import-interleavings.ts'
import { importInOrder } from '../../../tests/support/import-orders.ts'
import { type Owner, startProductByHand } from '../../../tests/support/imports-by-hand.ts'
import { newVendor, type TestProduct } from '../../../tests/support/product.ts'

/** The long run does many times as many. */
const ORDERS = 50
const FILES = 200
const INTERLEAVINGS = 100
const SEED = 20_263

let product: TestProduct
beforeAll(async () => {
  product = await startProductByHand()
})

/** Several vendors at once, each with its own luck: while one waits for the database, another is worked on. */
const LANES = 4
async function inLanes(times: number, work: (owner: Owner, random: Chance) => Promise<void>) {
  const lane = async (first: number) => {
    const owner = await newVendor(product)
    const random = chance(SEED + first)
    for (let i = first; i < times; i += LANES) await work(owner, random)
  }
  await Promise.all(Array.from({ length: LANES }, (_, first) => lane(first)))
}

describe(`chance (seed ${SEED})`, () => {
  test(`${FILES} files of any rows: counts agree with each other and with the reports`, async () => {
    await inLanes(FILES, (owner, random) => countsAgree(product, owner, random))
  }, 180_000)

  test(`${INTERLEAVINGS} times the address book changes between preview and confirmation: rules apply to what is there then`, async () => {
    await inLanes(INTERLEAVINGS, (owner, random) => changeBetween(product, owner, random))
  }, 180_000)

  test(`${ORDERS} orders of chunks: the same contacts, counts, previews and reports each time`, async () => {
    for (const strategy of ['MERGE_LABELS', 'UPDATE_METADATA']) {
      const expected = await importInOrder(product, await newVendor(product), strategy)
      expect(expected.book.length).toBeGreaterThan(20)
      await inLanes(ORDERS / 2, async (owner, random) =>
        expect(await importInOrder(product, owner, strategy, random), strategy).toEqual(expected),
      )
    }
  }, 180_000)
})
