import { beforeAll, test } from 'vitest'
import { openTestPools } from '../../../tests/support/database/open-database.ts'
import { assertExactlyTenWin } from '../../../tests/support/money/wallet-races.ts'
import type { Db } from '../../platform/db/db.ts'

let processes: [Db, Db]
beforeAll(async () => {
  processes = await openTestPools(8)
})

test.each(['charge', 'move'] as const)('200 rounds of 64 against funds for 10: exactly 10 win (%s)', async (way) => {
  for (let round = 0; round < 200; round++) await assertExactlyTenWin(processes, way)
})
