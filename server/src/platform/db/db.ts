import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { acceptCopies } from './copy.ts'
import { lowerPriority } from './lower-priority.ts'
import { prepareMarked } from './prepared.ts'
import type { Tables } from './tables.ts'
import { trackConnections } from './track-connections.ts'

/** Reads accept both handles; writes require `Tx`, so that a forgotten transaction does not compile. */
export type Tx = Transaction<Tables>
export type Db = Kysely<Tables>

/** bigint columns (money and large counters) arrive as bigint, because adding two strings would concatenate them. */
const INT8_OID = 20
const types = new pg.TypeOverrides()
types.setTypeParser(INT8_OID, BigInt)

export interface Database {
  db: Db
  pool: pg.Pool
  close(): Promise<void>
}

interface DatabaseOptions {
  url: string
  poolSize: number
  onError: (error: Error) => void
  /** The application name in the server's list of connections. */
  name?: string
  /** False behind a pooler that gives each transaction another connection and does not know of prepared statements. */
  hasPreparedStatements?: boolean
  /** For a server on this machine: gives these connections a lower CPU priority than others. */
  hasLowPriority?: boolean
}

export function openDatabase(options: DatabaseOptions): Database {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolSize,
    types,
    application_name: options.name ?? 'harkara',
    connectionTimeoutMillis: 20_000,
    // Idle connections are kept, because opening one on a busy machine delays a request by a tenth of a second.
    idleTimeoutMillis: 0,
    keepAlive: true,
  })
  // An idle connection that the server drops must not end the process; the pool opens another at the next query.
  pool.on('error', options.onError)
  pool.on('connect', (client) => {
    client.on('error', options.onError)
    if (options.hasPreparedStatements ?? true) prepareMarked(client)
    acceptCopies(client)
    if (options.hasLowPriority) lowerPriority(client)
  })
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const disconnected = trackConnections(pool)
  return {
    db,
    pool,
    async close() {
      await db.destroy()
      await disconnected()
    },
  }
}

const TRANSACTION_TRIES_MAX = 5
/** Deadlock and serialisation failure: the database rolled everything back, so the body can safely run again. */
const RETRYABLE_STATES = new Set(['40P01', '40001'])

/**
 * Runs `body` in one transaction. The body should be a named function that takes `tx` and has no other handle. It may
 * run again after a deadlock, so it must have no effect outside the database.
 */
export async function inTransaction<T>(db: Db, body: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    let used: Tx | undefined
    try {
      const result = await db.transaction().execute((tx) => {
        used = tx
        return body(tx)
      })
      for (const task of used ? (afterCommitTasks.get(used) ?? []) : []) task()
      return result
    } catch (error) {
      const refresh = isStaleHash(error) ? refreshers.get(db) : undefined
      if (attempt === TRANSACTION_TRIES_MAX || !(refresh || isRetryable(error))) throw error
      await refresh?.()
      await sleep(2 ** attempt * (1 + Math.random()))
    }
  }
}

/**
 * Runs `read` on one snapshot, for answers whose figures must agree with each other. It cannot write. Within a
 * transaction it reads in that transaction.
 */
export function inSnapshot<T>(db: Db, read: (db: Db) => Promise<T>): Promise<T> {
  if (db.isTransaction) return read(db)
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      // Columns of hashes must not be exchanged meanwhile: the rows of the snapshot may have no value in the new ones.
      await sql`lock table blind_index_key in access share mode`.execute(tx)
      return read(tx)
    })
}

const refreshers = new WeakMap<Db, () => Promise<void>>()

/** What a transaction does before it runs again because a hash was made with a key that is no longer the last one. */
export const onStaleHash = (db: Db, refresh: () => Promise<void>) => refreshers.set(db, refresh)

/** The checks with this name are made by rotate-blind-index.ts. */
export const KEY_VERSION_CHECK = '_key_version'
export const isStaleHash = (error: unknown) =>
  error instanceof pg.DatabaseError && error.code === '23514' && error.constraint?.endsWith(KEY_VERSION_CHECK) === true

const afterCommitTasks = new WeakMap<Tx, Set<() => void>>()

/**
 * Runs the task after the transaction has committed. Only a hint: a process that is killed in between does not run it.
 */
export function afterCommit(tx: Tx, task: () => void) {
  const known = afterCommitTasks.get(tx)
  if (known) known.add(task)
  else afterCommitTasks.set(tx, new Set([task]))
}

export const ping = (db: Db) => sql`select 1`.execute(db)

/** The name of the violated unique constraint. Undefined for other errors. */
export function violatedUnique(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError && error.code === '23505' ? error.constraint : undefined
}

/** The SQLSTATE of a database error. */
export const sqlStateOf = (error: unknown) => (error instanceof pg.DatabaseError ? error.code : undefined)

const isRetryable = (error: unknown) => error instanceof pg.DatabaseError && RETRYABLE_STATES.has(error.code ?? '')
