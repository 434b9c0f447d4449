import { beforeAll, expect, test } from 'vitest'
import { livesOfVendors } from '../../../tests/support/money/money-lives.ts'
import { startProduct, type TestProduct } from '../../../tests/support/product.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startProduct({ without: ['WORKER', 'OUTBOX'] })
})

const SEED = 20
const LIVES = 24
const STEPS = 14

test(`vendors never get out more than was paid in or granted, whatever the order of steps (${LIVES} histories, seed ${SEED})`, async () => {
  const done = await livesOfVendors(product, { lives: LIVES, steps: STEPS, seed: SEED })
  // The property would hold trivially if every step had been refused.
  for (const step of ['upgrade', 'downgrade', 'capture', 'ask', 'open', 'approve', 'process', 'spend', 'exit'] as const)
    expect(done[step] ?? 0, step).toBeGreaterThan(0)
})
