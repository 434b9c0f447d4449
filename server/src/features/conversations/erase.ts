import type { VendorId } from '../../domain/ids.ts'
import { type Db, inTransaction } from '../../platform/db/db.ts'
import { BATCH_ROWS, inBatches } from '../../platform/db/in-batches.ts'
import * as sql from './erase.sql.ts'

/** Deletes what people wrote to a closed vendor, and its auto-replies. */
export async function eraseConversations(db: Db, vendorId: VendorId) {
  await inBatches(db, (tx) => sql.eraseInbound(tx, vendorId, BATCH_ROWS))
  await inTransaction(db, (tx) => sql.eraseAutoReplies(tx, vendorId))
}
