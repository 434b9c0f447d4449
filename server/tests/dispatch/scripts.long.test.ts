import { beforeAll, test } from 'vitest'
import { followRandomScript } from '../support/messaging/dispatch-scripts.ts'
import { startProduct, type TestProduct } from '../support/product.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startProduct({ without: ['WORKER', 'OUTBOX'], env: { DISPATCH_RATE_PER_SECOND: '10000' } })
})

test('whatever the provider answers, in 500 random scripts: every message ends as its last answer says', async () => {
  for (let seed = 1_000; seed < 1_500; seed++) await followRandomScript(product, seed)
})
