import { test } from 'vitest'
import { saveOverlapping } from '../../../../tests/support/imports/import-overlaps.ts'
import { startProductWithoutQueue } from '../../../../tests/support/imports/imports-by-hand.ts'
import { seededRandom } from '../../../../tests/support/random/seeded-random.ts'

const RUNS = 10
const SEED = 20_266

test(`eight workers save the same numbers concurrently, ${RUNS} times (seed ${SEED}): none fails, and each is one contact`, async () => {
  const product = await startProductWithoutQueue()
  const random = seededRandom(SEED)
  for (let run = 0; run < RUNS; run++) await saveOverlapping(product, random)
})
