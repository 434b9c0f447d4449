import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { atEnd } from '../../../tests/support/cleanup.ts'
import { createTestDatabase } from '../../../tests/support/database/database.ts'
import { openDatabase } from './db.ts'
import { PREPARED } from './prepared.ts'

test('a marked statement is planned once for a connection, and answers each time what it is asked', async () => {
  const { db, close } = openDatabase({ url: await createTestDatabase(), poolSize: 1, onError: () => {} })
  atEnd(close)
  const double = async (n: number) => {
    const { rows } = await sql<{ twice: bigint }>`${PREPARED} select ${n}::bigint * 2 as twice`.execute(db)
    return rows[0]?.twice
  }
  expect([await double(1), await double(2), await double(3)]).toEqual([2n, 4n, 6n])
  await sql`select ${1}::int`.execute(db)
  const { rows } = await sql`select statement from pg_prepared_statements`.execute(db)
  expect(rows).toEqual([{ statement: '/* prepared */ select $1::bigint * 2 as twice' }])
})
