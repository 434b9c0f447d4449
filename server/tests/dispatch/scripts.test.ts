import { beforeAll, test } from 'vitest'
import { FAULT_RUN_MS } from '../support/limits.ts'
import { followRandomScript } from '../support/messaging/dispatch-scripts.ts'
import { startProduct, type TestProduct } from '../support/product.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startProduct({ without: ['WORKER', 'OUTBOX'], env: { DISPATCH_RATE_PER_SECOND: '10000' } })
})

test(
  'whatever the provider answers, in 50 random scripts: every message ends as its last answer says',
  async () => {
    for (let seed = 1; seed <= 50; seed++) await followRandomScript(product, seed)
  },
  FAULT_RUN_MS,
)
