import { beforeAll, test } from 'vitest'
import { openTestDatabase } from '../../../tests/support/database/open-database.ts'
import { assertLives, assertModelLives } from '../../../tests/support/money/ledger-lives.ts'
import type { Db } from '../../platform/db/db.ts'

let db: Db
beforeAll(async () => {
  db = await openTestDatabase()
})

test('10,000 random lives of up to 30 acts go in PostgreSQL exactly as the rules say', async () => {
  await assertLives(db, 10_000, 30)
})

test('100,000 lives by the rules alone never lose or make money', () => {
  assertModelLives(100_000, 30)
})
