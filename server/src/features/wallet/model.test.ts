import { beforeAll, test } from 'vitest'
import { openTestDatabase } from '../../../tests/support/database/open-database.ts'
import { assertHistories, assertModelHistories } from '../../../tests/support/money/ledger-histories.ts'
import type { Db } from '../../platform/db/db.ts'

let db: Db
beforeAll(async () => {
  db = await openTestDatabase()
})

test('500 random wallet histories give the same result in PostgreSQL and in the model', async () => {
  await assertHistories(db, 500, 12)
})

test('the model itself never loses or creates money', () => {
  assertModelHistories(2_000, 30)
})
