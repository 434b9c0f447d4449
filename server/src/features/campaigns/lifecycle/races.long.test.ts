import { beforeAll, test } from 'vitest'
import { raceDeletes, raceStops } from '../../../../tests/support/campaigns/campaign-races.ts'
import { startProduct, type TestProduct } from '../../../../tests/support/product.ts'
import { seededRandom } from '../../../../tests/support/random/seeded-random.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startProduct({ without: ['WORKER', 'OUTBOX'], env: { DISPATCH_RATE_PER_SECOND: '100000' } })
})

const SEED = 20_261_115
test(`after a pause, cancel or suspension returns, only calls in flight are sent (200 races, seed ${SEED})`, async () => {
  await raceStops(product, 200, seededRandom(SEED))
})

test(`no message goes to a contact that was deleted before (200 races, seed ${SEED})`, async () => {
  await raceDeletes(product, 200, seededRandom(SEED))
})
