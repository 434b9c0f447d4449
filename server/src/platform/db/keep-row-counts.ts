import type { VendorId } from '../../domain/ids.ts'
import type { Deps } from '../deps.ts'
import { inTransaction, type Tx } from './db.ts'
import { addUpChanges, deleteRecount, insertMissingCounts, lockRecount, nextRecount } from './row-counts.ts'

const BATCH_CHANGES = 5_000
/** Per run, so that a large number of vendors does not keep the changes of others waiting. */
const RECOUNTS_PER_RUN_MAX = 50

/**
 * Adds appended changes to the counters, and counts what is older than the counters. Numbers are right whether or not
 * this runs; it keeps them quick to read.
 */
export async function keepRowCounts({ db }: Pick<Deps, 'db'>) {
  for (let recounts = 0; recounts < RECOUNTS_PER_RUN_MAX; recounts++) {
    const vendorId = await nextRecount(db)
    if (vendorId === undefined) break
    await inTransaction(db, (tx) => recountWithin(tx, vendorId))
  }
  while ((await inTransaction(db, (tx) => addUpChanges(tx, BATCH_CHANGES))) === BATCH_CHANGES);
}

async function recountWithin(tx: Tx, vendorId: VendorId) {
  if (!(await lockRecount(tx, vendorId))) return
  await insertMissingCounts(tx, vendorId)
  await deleteRecount(tx, vendorId)
}
