import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Db, sqlStateOf, type Tx } from '../db.ts'
import { HASH_COLUMNS, STAGED_TABLES } from './hash-columns.ts'

/**
 * All later requests queue behind a pending exclusive lock, so such a lock times out soon and is tried again. Every
 * request reads the table of the keys while a key is pending.
 */
const KEY_LOCK_MS_MAX = 200
const TABLE_LOCK_MS_MAX = 1_000
const ALL_TABLES_MS_MAX = 2_000
/** PostgreSQL cancels autovacuum for a lock after deadlock_timeout, so the wait for the lock must be longer. */
const AFTER_DEADLOCK_TIMEOUT_MS = 5_000

const KEY_TABLE = 'blind_index_key'
const TABLES = [...Object.keys(HASH_COLUMNS), ...STAGED_TABLES]

const setLockTimeout = (tx: Tx, lockMs: number) => sql.raw(`set local lock_timeout = ${lockMs}`).execute(tx)
const lock = (tx: Tx, tables: readonly string[], mode: string) =>
  sql.raw(`lock table ${tables.join(', ')} in ${mode} mode`).execute(tx)

/**
 * Cancels autovacuum on the tables and prevents it until the transaction ends. The lock does not conflict with reading
 * or writing rows, so waiting for it delays no requests.
 */
async function cancelAutovacuum(tx: Tx, tables: readonly string[]) {
  await sql`
    select set_config('lock_timeout', (setting::integer + ${AFTER_DEADLOCK_TIMEOUT_MS}::integer)::text, true)
      from pg_settings where name = 'deadlock_timeout'`.execute(tx)
  await lock(tx, tables, 'share update exclusive')
}

/** The tables could not be locked in the time for all of them. */
class TablesBusy extends Error {}
export const isLockTimeout = (error: unknown) => error instanceof TablesBusy || sqlStateOf(error) === '55P03'

/** Locks a table whose columns change. */
export async function lockTable(tx: Tx, table: string) {
  await cancelAutovacuum(tx, [table])
  await setLockTimeout(tx, TABLE_LOCK_MS_MAX)
  await lock(tx, [table], 'access exclusive')
}

/** Locks all tables with hashes, and that of the keys, first. */
export async function lockAll(tx: Tx) {
  await cancelAutovacuum(tx, TABLES)
  await setLockTimeout(tx, KEY_LOCK_MS_MAX)
  await lock(tx, [KEY_TABLE], 'access exclusive')
  await setLockTimeout(tx, TABLE_LOCK_MS_MAX)
  await sql.raw(`set local statement_timeout = ${ALL_TABLES_MS_MAX}`).execute(tx)
  await lock(tx, TABLES, 'access exclusive').catch((error: unknown) => {
    throw sqlStateOf(error) === '57014' ? new TablesBusy() : error
  })
  await sql`set local statement_timeout to default`.execute(tx)
}

/**
 * Whether exclusive locks would be waited for in vain: a transaction, such as an export, has had one of the tables for as
 * long as a lock is waited for.
 */
export async function hasLongRunningHolders(db: Db): Promise<boolean> {
  const before = await findHolders(db)
  if (before.size === 0) return false
  await sleep(TABLE_LOCK_MS_MAX)
  const after = await findHolders(db)
  return [...after].some((transaction) => before.has(transaction))
}

/** Transactions that have locked one of the tables. Those that only clean it are left to `cancelAutovacuum`. */
async function findHolders(db: Db): Promise<Set<string>> {
  const { rows } = await sql<{ transaction: string }>`
    select distinct virtualtransaction as transaction from pg_locks
     where granted and locktype = 'relation' and pid <> pg_backend_pid() and mode <> 'ShareUpdateExclusiveLock'
       and database = (select oid from pg_database where datname = current_database())
       and relation = any(${[KEY_TABLE, ...TABLES]}::text[]::regclass[])`.execute(db)
  return new Set(rows.map(({ transaction }) => transaction))
}
