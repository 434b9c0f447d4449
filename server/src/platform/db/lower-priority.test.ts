import { access, constants, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { atEnd } from '../../../tests/support/cleanup.ts'
import { createEmptyDatabase } from '../../../tests/support/database/database.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import { openDatabase } from './db.ts'

test.each([
  { hasLowPriority: true, nice: 15 },
  { hasLowPriority: false, nice: 0 },
])(
  'where Linux shares out by session, a connection that goes after others ($goesAfterOthers) has $nice',
  async ({ hasLowPriority, nice }) => {
    const database = openDatabase({ url: await createEmptyDatabase(), poolSize: 1, onError: () => {}, hasLowPriority })
    atEnd(database.close)
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database.db)
    const file = `/proc/${rows[0]?.pid}/autogroup`
    const isOurs = await access(file, constants.W_OK).then(
      () => true,
      () => false,
    )
    if (isOurs) await eventually(async () => expect(await readFile(file, 'utf8')).toContain(` nice ${nice}\n`), 5_000)
  },
)
