import { sql } from 'kysely'
import type { Db } from '../../../src/platform/db/db.ts'

/** Written once by the start of the product and never by a walk. */
const KEPT = ['migration', 'stored_function_file', 'sandbox_clock', 'process']

async function listTables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables
     where schemaname = 'public' and not tablename = any(${KEPT}) order by tablename`.execute(db)
  return rows.map(({ name }) => name)
}

/** Without generated ones, which cannot be written. */
async function listColumns(db: Db, table: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
     where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER'
     order by ordinal_position`.execute(db)
  return rows.map(({ name }) => name).join(', ')
}

let clearAll = ''

/** Copies what the start of the product has written, so that each walk begins with exactly that. */
export async function rememberBaseline(db: Db) {
  await sql`create schema baseline`.execute(db)
  const tables = await listTables(db)
  const restored: string[] = []
  for (const name of tables) {
    const { rows } = await sql`select from ${sql.table(name)} limit 1`.execute(db)
    if (rows.length === 0) continue
    await sql`create table baseline.${sql.id(name)} as table public.${sql.id(name)}`.execute(db)
    const columns = await listColumns(db, name)
    restored.push(`insert into public.${name} (${columns}) select ${columns} from baseline.${name};`)
  }
  const cleared = tables.map((name) => `delete from public.${name};`)
  clearAll = `begin; set local session_replication_role = replica; ${cleared.join(' ')} ${restored.join(' ')} commit;`
}

/** Without triggers and foreign keys: the ledger may not be changed by the product, and the order does not matter. */
export const restoreBaseline = (db: Db) => sql.raw(clearAll).execute(db)
