import { beforeAll, test } from 'vitest'
import { expectCapHolds, expectExactlyTenLaunches, type Processes } from '../../../../tests/support/launch-races.ts'
import { openPool } from '../../../../tests/support/open-database.ts'
import type { TestProduct } from '../../../../tests/support/product.ts'
import { startQuoting } from '../../../../tests/support/quotations.ts'

let product: TestProduct
let processes: Processes
beforeAll(async () => {
  product = await startQuoting({ without: ['WORKER', 'OUTBOX'] })
  processes = [product.deps.db, openPool(product.databaseUrl, 8)]
})

test('of 64 launches against funds for 10 exactly 10 win, and the others are told the exact shortfall', async () => {
  for (let round = 0; round < 2; round++) await expectExactlyTenLaunches(product, processes)
})

test('of 200 launches at once no more are let in than the conversation cap has room for', () =>
  expectCapHolds(product, processes, { launches: 200, contacts: 3, room: 50 }))
