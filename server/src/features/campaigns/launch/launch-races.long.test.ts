import { beforeAll, test } from 'vitest'
import {
  expectCapHolds,
  expectExactlyTenLaunches,
  type Processes,
} from '../../../../tests/support/campaigns/launch-races.ts'
import { startQuoting } from '../../../../tests/support/campaigns/quotations.ts'
import { openPool } from '../../../../tests/support/database/open-database.ts'
import type { TestProduct } from '../../../../tests/support/product.ts'
import { SEED } from '../../../../tests/support/random/seed.ts'
import { seededRandom } from '../../../../tests/support/random/seeded-random.ts'

let product: TestProduct
let processes: Processes
beforeAll(async () => {
  product = await startQuoting({ without: ['WORKER', 'OUTBOX'] })
  processes = [product.deps.db, openPool(product.databaseUrl, 8)]
})

test('in 200 rounds of 64 launches with funds for 10 exactly 10 succeed', async () => {
  for (let round = 0; round < 200; round++) await expectExactlyTenLaunches(product, processes)
})

test(`in 100 rounds of 200 launches the cap is never exceeded (seed ${SEED})`, async () => {
  const { below } = seededRandom(SEED)
  for (let round = 0; round < 100; round++)
    await expectCapHolds(product, processes, { launches: 200, contacts: 1 + below(6), room: below(400) })
})
