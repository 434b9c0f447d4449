import type { Owner } from '../imports/imports-by-hand.ts'
import { newVendor, type TestProduct } from '../product.ts'
import { type Chance, chance } from './seeded-random.ts'

const LANES = 4

/** Several vendors at once, each with its own luck: while one waits for the database, another is worked on. */
export async function inLanes(
  product: TestProduct,
  seed: number,
  times: number,
  work: (owner: Owner, random: Chance) => Promise<void>,
) {
  const lane = async (first: number) => {
    const owner = await newVendor(product)
    const random = chance(seed + first)
    for (let i = first; i < times; i += LANES) await work(owner, random)
  }
  await Promise.all(Array.from({ length: LANES }, (_, first) => lane(first)))
}
