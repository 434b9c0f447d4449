import { beforeAll, expect, test } from 'vitest'
import { startProduct, type TestProduct } from '../../../tests/support/product.ts'
import { WINDOW_MS } from '../../domain/messaging/sliding-window.ts'
import { takePermits } from './permits.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startProduct({ without: ['WORKER', 'OUTBOX'] })
})

test('express and bulk batches together never get more permits in a window than the rate', async () => {
  const rate = 40
  const { rateLimiter, config } = product.deps
  const deps = { rateLimiter, config: { ...config, DISPATCH_RATE_PER_SECOND: rate } }
  const begun = performance.now()
  let granted = 0
  for (let n = 0; n < 20; n++)
    granted += (await takePermits(deps, 10, { isExpress: n % 2 === 0, isSlow: false })).granted
  const windows = Math.ceil((performance.now() - begun) / WINDOW_MS)
  expect(granted).toBeGreaterThanOrEqual(rate)
  expect(granted).toBeLessThanOrEqual(rate * windows)
})
