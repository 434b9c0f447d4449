import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely'
import { type Db, inTransaction, sqlStateOf, type Tx } from './db.ts'
import type { Tables } from './tables.ts'

/** Somebody waits for a lock that the long transaction holds. */
export class BlocksOthersError extends Error {}

/**
 * Runs `work` in one transaction, so that nobody sees any of it before all of it is committed. To `work` the handle is
 * a pool of one connection: its transactions are savepoints, one after the other. Each of its locks is held to the end,
 * so after a deadlock nothing runs again: this throws a `BlocksOthersError`.
 */
export const inOneTransaction = <T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> =>
  inTransaction(db, (tx) => work(within(tx)))

/** Whether anybody waits for a lock of this transaction. */
export async function blocksOthers(db: Db): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`
    select exists (select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))) as waits
  `.execute(db)
  return rows[0]?.waits ?? false
}

const within = (tx: Tx): Db =>
  new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new SavepointDriver(tx),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })

const DEADLOCK = '40P01'

function refuseDeadlock(error: unknown): never {
  throw sqlStateOf(error) === DEADLOCK ? new BlocksOthersError('a deadlock', { cause: error }) : error
}

class SavepointDriver implements Driver {
  private readonly connection: DatabaseConnection
  private lastTurn = Promise.resolve()
  private endTurn = () => {}

  constructor(tx: Tx) {
    this.connection = {
      executeQuery: <R>(query: CompiledQuery) => tx.executeQuery(query as CompiledQuery<R>).catch(refuseDeadlock),
      streamQuery() {
        throw new Error('streams are not supported within one transaction')
      },
    }
  }

  async init() {}

  async acquireConnection() {
    const before = this.lastTurn
    let end = () => {}
    this.lastTurn = new Promise((resolve) => {
      end = resolve
    })
    await before
    this.endTurn = end
    return this.connection
  }
  async releaseConnection() {
    this.endTurn()
  }

  async beginTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('savepoint step'))
  }
  async commitTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('release savepoint step'))
  }
  async rollbackTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('rollback to savepoint step'))
    await connection.executeQuery(CompiledQuery.raw('release savepoint step'))
  }

  async destroy() {}
}
