import { beforeAll, test } from 'vitest'
import { openTestDatabase } from '../../../tests/support/database/open-database.ts'
import { assertLives, assertModelLives } from '../../../tests/support/money/ledger-lives.ts'
import type { Db } from '../../platform/db/db.ts'

let db: Db
beforeAll(async () => {
  db = await openTestDatabase()
})

test('500 random lives of a wallet go in PostgreSQL exactly as the rules say', async () => {
  await assertLives(db, 500, 12)
})

test('the rules themselves never lose or make money', () => {
  assertModelLives(2_000, 30)
})
