import type { Owner } from '../imports/imports-by-hand.ts'
import { newVendor, type TestProduct } from '../product.ts'
import { type SeededRandom, seededRandom } from './seeded-random.ts'

const LANES = 4

/**
 * Runs `work` for several vendors concurrently, each with its own random source, so that waits for the database
 * overlap.
 */
export async function inLanes(
  product: TestProduct,
  seed: number,
  times: number,
  work: (owner: Owner, random: SeededRandom) => Promise<void>,
) {
  const lane = async (first: number) => {
    const owner = await newVendor(product)
    const random = seededRandom(seed + first)
    for (let i = first; i < times; i += LANES) await work(owner, random)
  }
  await Promise.all(Array.from({ length: LANES }, (_, first) => lane(first)))
}
