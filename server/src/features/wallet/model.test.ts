import { beforeAll, test } from 'vitest'
import { assertLives, assertModelLives } from '../../../tests/support/ledger-lives.ts'
import { openTestDatabase } from '../../../tests/support/open-database.ts'
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
