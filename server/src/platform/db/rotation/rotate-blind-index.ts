import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { moveHash, moveToken } from '../../crypto/blind-index.ts'
import { type Db, inTransaction, type Tx } from '../db.ts'
import { HASH_COLUMNS, isTokenColumn } from './hash-columns.ts'
import {
  buildIndexes,
  clearingStatements,
  columnStatements,
  exchange,
  type RowToMove,
  selectMissing,
  tablesWithNext,
  writeNext,
} from './next-hashes.ts'
import { areNextHashesOf, lockPendingKey, type PendingKey, savePendingKey } from './rotation-key.ts'
import { hasLongRunningHolders, isLockTimeout, lockAll, lockTable } from './rotation-locks.ts'

/** The version to reach, and its key. */
interface Rotation extends PendingKey {
  key: Buffer
  /** A reason to try again later. Asked before the last transaction, and in it when all tables are locked. */
  reasonToWait: (db: Db) => Promise<string | undefined>
  /** Called after every step, with a sentence when there is something to tell. */
  onStep?: (told?: string) => void
}

const ROWS_PER_BATCH = 2_000
/** More rows than this are moved before the tables are locked again. */
const ROWS_IN_LOCK_MAX = 4_000
const PAUSE_MS = 500
/** After a try that may have made requests wait. */
const PAUSE_AFTER_LOCKS_MS = 5_000
const ROTATION_LOCK = 4_837_202

export class RotationRunning extends Error {
  override name = 'RotationRunning'
}

/**
 * Moves all hashes to the next key while the product runs. Fills the second columns in batches, each in a transaction of
 * its own, then exchanges them with the first in one transaction. Until its commit nothing has changed for anybody, and a
 * process that is killed at any point continues with what is missing when it is started again.
 */
export async function rotateBlindIndex(db: Db, rotation: Rotation) {
  await db.connection().execute(async (connection) => {
    const { rows } = await sql<{ free: boolean }>`select pg_try_advisory_lock(${ROTATION_LOCK}) as free`.execute(
      connection,
    )
    if (!rows[0]?.free) throw new RotationRunning('The blind indexes are already being rotated by another process.')
    try {
      await rotate(db, rotation)
    } finally {
      await sql`select pg_advisory_unlock(${ROTATION_LOCK})`.execute(connection)
    }
  })
}

async function rotate(db: Db, rotation: Rotation) {
  const { onStep = () => {} } = rotation
  await clearOtherKey(db, rotation)
  for (const [table, columns] of Object.entries(HASH_COLUMNS)) {
    await untilLocked(() => alterColumns(db, table, columnStatements(table, columns, rotation.version)))
    onStep()
    await buildIndexes(db, table, columns)
    onStep(`${table}: ${await fill(db, rotation, table, columns)} rows moved`)
    await sql`analyze ${sql.table(table)}`.execute(db)
  }
  for (let told = ''; ; ) {
    const wait = await tryExchange(db, rotation)
    onStep(wait?.reason !== told ? wait?.reason : undefined)
    if (!wait) return
    told = wait.reason
    for (const [table, columns] of Object.entries(HASH_COLUMNS)) await fill(db, rotation, table, columns)
    await sleep(wait.pauseMs)
  }
}

/**
 * The second columns have hashes of one key only. Those that an interrupted rotation made with another key are dropped;
 * they cannot be told apart. A process that still continues that rotation is refused from the first statement on.
 */
async function clearOtherKey(db: Db, rotation: Rotation) {
  if (await areNextHashesOf(db, rotation)) return
  await inTransaction(db, (tx) => savePendingKey(tx, rotation, false))
  for (const [table, columns] of await tablesWithNext(db)) {
    await untilLocked(() => alterColumns(db, table, clearingStatements(table, columns)))
    rotation.onStep?.()
  }
  await inTransaction(db, (tx) => savePendingKey(tx, rotation, true))
}

const alterColumns = (db: Db, table: string, statements: readonly string[]) =>
  inTransaction(db, async (tx) => {
    await lockTable(tx, table)
    for (const statement of statements) await sql.raw(statement).execute(tx)
  })

async function untilLocked(work: () => Promise<void>) {
  for (;;)
    try {
      return await work()
    } catch (error) {
      if (!isLockTimeout(error)) throw error
      await sleep(PAUSE_MS)
    }
}

async function fill(db: Db, rotation: Rotation, table: string, columns: readonly string[]): Promise<number> {
  for (let total = 0; ; ) {
    const moved = await inTransaction(db, (tx) => fillBatch(tx, rotation, table, columns))
    rotation.onStep?.()
    total += moved
    if (moved < ROWS_PER_BATCH) return total
  }
}

async function fillBatch(tx: Tx, rotation: Rotation, table: string, columns: readonly string[]) {
  const { key, version } = rotation
  if (!(await lockPendingKey(tx, rotation)))
    throw new RotationRunning('Another process has begun to rotate the blind indexes with another key.')
  const rows = await selectMissing(tx, table, columns, ROWS_PER_BATCH)
  if (rows.length > 0)
    await writeNext(
      tx,
      table,
      columns,
      rows.map(({ row, values }) => ({ row, values: values.map((value, i) => moved(columns[i] as string, value)) })),
    )
  return rows.length

  function moved(column: string, value: RowToMove['values'][number]) {
    if (value === null) return null
    if (isTokenColumn(column)) return (value as bigint[]).map((token) => moveToken(key, BigInt(token)))
    // Empty in rows whose hash was deleted.
    return (value as Buffer).length === 0 ? (value as Buffer) : moveHash(key, version, value as Buffer)
  }
}

interface Wait {
  reason: string
  pauseMs: number
}

const LONG_TRANSACTIONS = 'Waiting for a moment without long transactions, such as exports'

/** Returns why it has to be tried again. Nothing is locked as long as that is known without locks. */
async function tryExchange(db: Db, rotation: Rotation): Promise<Wait | undefined> {
  const reason =
    (await rotation.reasonToWait(db)) ?? ((await hasLongRunningHolders(db)) ? LONG_TRANSACTIONS : undefined)
  if (reason) return { reason, pauseMs: PAUSE_MS }
  try {
    await inTransaction(db, (tx) => exchangeWithin(tx, rotation))
    return undefined
  } catch (error) {
    if (error instanceof Waiting) return { reason: error.message, pauseMs: PAUSE_AFTER_LOCKS_MS }
    if (isLockTimeout(error)) return { reason: LONG_TRANSACTIONS, pauseMs: PAUSE_AFTER_LOCKS_MS }
    throw error
  }
}

class Waiting extends Error {}

async function exchangeWithin(tx: Tx, rotation: Rotation) {
  await lockAll(tx)
  const reason = await rotation.reasonToWait(tx)
  if (reason) throw new Waiting(reason)
  for (const [table, columns] of Object.entries(HASH_COLUMNS))
    for (let left = ROWS_IN_LOCK_MAX; ; left -= ROWS_PER_BATCH) {
      const moved = await fillBatch(tx, rotation, table, columns)
      if (moved < ROWS_PER_BATCH) break
      if (left <= 0) throw new Waiting('Waiting until fewer rows are written')
    }
  await exchange(tx, rotation.version, rotation.fingerprint)
}
