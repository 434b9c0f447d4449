import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { acceptCopies } from './copy.ts'
import { lowerPriority } from './lower-priority.ts'
import { prepareMarked } from './prepared.ts'
import type { Tables } from './tables.ts'
import { trackConnections } from './track-connections.ts'

/** Reads may use either handle; writes ask for `Tx`, so that forgetting the transaction does not compile. */
export type Tx = Transaction<Tables>
export type Db = Kysely<Tables>

/** bigint columns are money and counters beyond 2^31: as strings they would silently concatenate. */
const INT8_OID = 20
const types = new pg.TypeOverrides()
types.setTypeParser(INT8_OID, BigInt)

export interface Database {
  db: Db
  pool: pg.Pool
  close(): Promise<void>
}

export interface DatabaseOptions {
  url: string
  poolSize: number
  onError: (error: Error) => void
  /** The application name in the server's list of connections. */
  name?: string
  /** For a server on this machine: gives these connections a lower CPU priority than others. */
  goesAfterOthers?: boolean
}

export function openDatabase(options: DatabaseOptions): Database {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolSize,
    types,
    application_name: options.name ?? 'harkara',
    connectionTimeoutMillis: 20_000,
    // Idle connections are kept: opening one on a busy machine takes a tenth of a second of a request.
    idleTimeoutMillis: 0,
    keepAlive: true,
  })
  // An idle connection that the server drops must not end the process; the pool opens another at the next query.
  pool.on('error', options.onError)
  pool.on('connect', (client) => {
    client.on('error', options.onError)
    prepareMarked(client)
    acceptCopies(client)
    if (options.goesAfterOthers) lowerPriority(client)
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
/** Deadlock and serialization failure: the database undid everything, so running the same body again is safe. */
const RETRYABLE_STATES = new Set(['40P01', '40001'])

/**
 * Runs `body` in one transaction. The body is best a named function that takes `tx` and can see no other handle. It may
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
      for (const tell of used ? (toTell.get(used) ?? []) : []) tell()
      return result
    } catch (error) {
      if (attempt === TRANSACTION_TRIES_MAX || !isRetryable(error)) throw error
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
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)
}

const toTell = new WeakMap<Tx, Set<() => void>>()

/** Runs once after the transaction has committed. Only a hint: a process killed in between does not run it. */
export function afterCommit(tx: Tx, tell: () => void) {
  const known = toTell.get(tx)
  if (known) known.add(tell)
  else toTell.set(tx, new Set([tell]))
}

/** Does the database answer? */
export const ping = (db: Db) => sql`select 1`.execute(db)

/** The name of the violated unique constraint, or undefined when the error is something else. */
export function violatedUnique(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError && error.code === '23505' ? error.constraint : undefined
}

/** The SQLSTATE of a database error. */
export const sqlStateOf = (error: unknown) => (error instanceof pg.DatabaseError ? error.code : undefined)

const isRetryable = (error: unknown) => error instanceof pg.DatabaseError && RETRYABLE_STATES.has(error.code ?? '')
