import { sql } from 'kysely'
import type { VendorId } from '../../domain/ids.ts'
import type { Deps } from '../deps.ts'
import { type Db, inTransaction, type Tx } from './db.ts'

/** Figures that triggers change. Each transaction appends its changes, and a periodic task adds them up. */
export interface Counters {
  /** The table of the vendors whose rows are older than the triggers. */
  recounts: string
  /** Adds changes to the counters, at most `limit`, in one transaction, so that a reader sees each change once. */
  addUpChanges(tx: Tx, limit: number): Promise<number>
  /**
   * Appends what the counters lack. Rows and counters are read in one snapshot, and whoever changes a row changes both
   * in one transaction, so the difference is right whatever happens meanwhile.
   */
  insertMissingCounts(tx: Tx, vendorId: VendorId): Promise<void>
}

const BATCH_CHANGES = 5_000
/** Per run, so that a large number of vendors does not keep the changes of others waiting. */
const RECOUNTS_PER_RUN_MAX = 50

/**
 * Adds appended changes to the counters, and counts what is older than the counters. Numbers are right whether or not
 * this runs; it keeps them quick to read.
 */
export async function keepCounts({ db, log }: Pick<Deps, 'db' | 'log'>, counters: Counters) {
  while ((await inTransaction(db, (tx) => counters.addUpChanges(tx, BATCH_CHANGES))) === BATCH_CHANGES);
  let vendorId: VendorId | undefined
  for (let recounts = 0; recounts < RECOUNTS_PER_RUN_MAX; recounts++) {
    vendorId = await nextRecount(db, counters, vendorId)
    if (vendorId === undefined) break
    await recount(db, counters, vendorId).catch((err: unknown) =>
      log.error({ event: 'rows.recount_failed', queue: counters.recounts, vendorId, err }),
    )
  }
}

const recount = (db: Db, counters: Counters, vendorId: VendorId) =>
  inTransaction(db, (tx) => recountWithin(tx, counters, vendorId))

async function recountWithin(tx: Tx, counters: Counters, vendorId: VendorId) {
  if (!(await lockRecount(tx, counters, vendorId))) return
  await counters.insertMissingCounts(tx, vendorId)
  await sql`delete from ${sql.table(counters.recounts)} where vendor_id = ${vendorId}`.execute(tx)
}

/** False until the rows from before the triggers have been counted. From then on it stays true. */
export const isCounted = async (
  db: Db,
  { recounts }: Pick<Counters, 'recounts'>,
  vendorId: VendorId,
): Promise<boolean> =>
  (await sql`select from ${sql.table(recounts)} where vendor_id = ${vendorId}`.execute(db)).rows.length === 0

/** In the order of ids, so that one that another process counts, or that fails, does not hold up the others. */
async function nextRecount(db: Db, { recounts }: Counters, after: VendorId | undefined): Promise<VendorId | undefined> {
  const { rows } = await sql<{ vendor_id: VendorId }>`
    select vendor_id from ${sql.table(recounts)} where vendor_id > ${after ?? null} or ${after === undefined}
     order by vendor_id limit 1`.execute(db)
  return rows[0]?.vendor_id
}

/** False if another process is about to count the vendor, or has done so. */
async function lockRecount(tx: Tx, { recounts }: Counters, vendorId: VendorId): Promise<boolean> {
  const { rows } = await sql`
    select from ${sql.table(recounts)} where vendor_id = ${vendorId} for update skip locked`.execute(tx)
  return rows.length > 0
}
