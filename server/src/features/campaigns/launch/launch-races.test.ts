import { beforeAll, test } from 'vitest'
import {
  expectCapHolds,
  expectExactlyTenLaunches,
  type Processes,
} from '../../../../tests/support/campaigns/launch-races.ts'
import { startQuoting } from '../../../../tests/support/campaigns/quotations.ts'
import { openPool } from '../../../../tests/support/database/open-database.ts'
import type { TestProduct } from '../../../../tests/support/product.ts'

let product: TestProduct
let processes: Processes
beforeAll(async () => {
  product = await startQuoting({ without: ['WORKER', 'OUTBOX'] })
  processes = [product.deps.db, openPool(product.databaseUrl, 8)]
})

test('of 64 launches with funds for 10 exactly 10 succeed, and the others get the exact shortfall', async () => {
  for (let round = 0; round < 2; round++) await expectExactlyTenLaunches(product, processes)
})

test('of 200 concurrent launches no more succeed than the conversation cap allows', () =>
  expectCapHolds(product, processes, { launches: 200, contacts: 3, room: 50 }))
