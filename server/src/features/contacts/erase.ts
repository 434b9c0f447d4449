import type { VendorId } from '../../domain/ids.ts'
import { type Db, inTransaction, type Tx } from '../../platform/db/db.ts'
import { BATCH_ROWS, inBatches } from '../../platform/db/in-batches.ts'
import * as sql from './erase.sql.ts'

/** Deletes a closed vendor's contacts with their history, opt-outs, lists and labels. */
export async function eraseContacts(db: Db, vendorId: VendorId) {
  await inBatches(db, (tx) => sql.eraseContacts(tx, vendorId, BATCH_ROWS))
  await inBatches(db, (tx) => sql.eraseAudit(tx, vendorId, BATCH_ROWS))
  await inBatches(db, (tx) => sql.eraseOptOuts(tx, vendorId, BATCH_ROWS))
  await inTransaction(db, (tx) => eraseNamesWithin(tx, vendorId))
}

async function eraseNamesWithin(tx: Tx, vendorId: VendorId) {
  await sql.eraseBackfill(tx, vendorId)
  await sql.eraseLists(tx, vendorId)
  await sql.eraseLabels(tx, vendorId)
}
