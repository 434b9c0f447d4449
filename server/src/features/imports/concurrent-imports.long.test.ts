import { test } from 'vitest'
import { chance } from '../../../tests/support/chance.ts'
import { saveOverlapping } from '../../../tests/support/import-overlaps.ts'
import { startProductWithoutQueue } from '../../../tests/support/imports-by-hand.ts'
import { SEED } from '../../../tests/support/seed.ts'

const RUNS = 100

test(`eight workers save the same numbers concurrently, ${RUNS} times (seed ${SEED}): none fails, and each is one contact`, async () => {
  const product = await startProductWithoutQueue({ ACCESS_TOKEN_TTL_SECONDS: '86400' })
  const random = chance(SEED)
  for (let run = 0; run < RUNS; run++) await saveOverlapping(product, random)
})
