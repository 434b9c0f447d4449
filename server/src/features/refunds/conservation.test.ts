import { beforeAll, expect, test } from 'vitest'
import { runVendorHistories } from '../../../tests/support/money/money-histories.ts'
import { startProduct, type TestProduct } from '../../../tests/support/product.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startProduct({ without: ['WORKER', 'OUTBOX'] })
})

const SEED = 20
const HISTORIES = 24
const STEPS = 14

test(`vendors never get out more than was paid in or granted, whatever the order of steps (${HISTORIES} histories, seed ${SEED})`, async () => {
  const done = await runVendorHistories(product, { histories: HISTORIES, steps: STEPS, seed: SEED })
  // The property would hold trivially if every step had been refused.
  for (const step of ['upgrade', 'downgrade', 'capture', 'ask', 'open', 'approve', 'process', 'spend', 'exit'] as const)
    expect(done[step] ?? 0, step).toBeGreaterThan(0)
})
