import type { VendorId } from '../../domain/ids.ts'
import type { Deps } from '../deps.ts'
import { type Db, inTransaction, type Tx } from './db.ts'
import { addUpChanges, deleteRecount, insertMissingCounts, lockRecount, nextRecount } from './row-counts.ts'

const BATCH_CHANGES = 5_000
/** Per run, so that a large number of vendors does not keep the changes of others waiting. */
const RECOUNTS_PER_RUN_MAX = 50

/**
 * Adds appended changes to the counters, and counts what is older than the counters. Numbers are right whether or not
 * this runs; it keeps them quick to read.
 */
export async function keepRowCounts({ db, log }: Pick<Deps, 'db' | 'log'>) {
  while ((await inTransaction(db, (tx) => addUpChanges(tx, BATCH_CHANGES))) === BATCH_CHANGES);
  let vendorId: VendorId | undefined
  for (let recounts = 0; recounts < RECOUNTS_PER_RUN_MAX; recounts++) {
    vendorId = await nextRecount(db, vendorId)
    if (vendorId === undefined) break
    await recount(db, vendorId).catch((err: unknown) => log.error({ event: 'rows.recount_failed', vendorId, err }))
  }
}

const recount = (db: Db, vendorId: VendorId) => inTransaction(db, (tx) => recountWithin(tx, vendorId))

async function recountWithin(tx: Tx, vendorId: VendorId) {
  if (!(await lockRecount(tx, vendorId))) return
  await insertMissingCounts(tx, vendorId)
  await deleteRecount(tx, vendorId)
}
