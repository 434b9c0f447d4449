import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { ERASED, KEPT } from '../../../tests/support/database/erased-tables.ts'
import { openTestDatabase } from '../../../tests/support/database/open-database.ts'

test('of every table with rows of vendors it is decided whether they are erased', async () => {
  const { rows } = await sql<{ name: string }>`
    select c.table_name as name from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and c.column_name = 'vendor_id' and t.table_type = 'BASE TABLE'
     order by c.table_name`.execute(await openTestDatabase())
  expect(rows.map(({ name }) => name)).toEqual([...KEPT, ...ERASED].sort())
})
