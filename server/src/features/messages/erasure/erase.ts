import { PLATFORM, type VendorId } from '../../../domain/ids.ts'
import { type Db, inTransaction } from '../../../platform/db/db.ts'
import { BATCH_ROWS, inBatches } from '../../../platform/db/in-batches.ts'
import * as sql from './erase.sql.ts'

/** Deletes who received a closed vendor's messages and what they said. Status and cost of each message stay. */
export async function eraseRecipients(db: Db, vendorId: VendorId) {
  await inBatches(db, (tx) => sql.eraseRoutes(tx, vendorId, BATCH_ROWS))
  let after: string | undefined = PLATFORM
  while (after !== undefined) {
    const position: string = after
    after = await inTransaction(db, (tx) => sql.eraseRecipients(tx, vendorId, position, BATCH_ROWS))
  }
}
