import type { VendorId } from '../../../domain/ids.ts'
import type { Db } from '../../../platform/db/db.ts'
import type {} from '../tables.ts'

/** The request that closed the account. */
export const findFinishedExit = (db: Db, vendorId: VendorId) =>
  db
    .selectFrom('refund_request')
    .selectAll()
    .where('vendor_id', '=', vendorId)
    .where('kind', '=', 'WALLET_EXIT')
    .where('status', '=', 'REFUNDED')
    .where('decided_by', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
