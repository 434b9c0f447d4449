import { beforeAll, test } from 'vitest'
import { openTestDatabase } from '../../../tests/support/database/open-database.ts'
import { assertHistories, assertModelHistories } from '../../../tests/support/money/ledger-histories.ts'
import type { Db } from '../../platform/db/db.ts'

let db: Db
beforeAll(async () => {
  db = await openTestDatabase()
})

test('10,000 random histories of up to 30 operations give the same result in PostgreSQL and in the model', async () => {
  await assertHistories(db, 10_000, 30)
})

test('100,000 random histories of the model never lose or create money', () => {
  assertModelHistories(100_000, 30)
})
