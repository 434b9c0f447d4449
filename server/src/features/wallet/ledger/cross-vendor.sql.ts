// Verification walks through the wallets of all vendors.

import type { VendorId } from '../../../domain/ids.ts'
import type { Db } from '../../../platform/db/db.ts'

/** Pages through all wallets, ordered by vendor. */
export const walletsAfter = (db: Db, after: VendorId, limit: number) =>
  db
    .selectFrom('wallet')
    .select('vendor_id as vendorId')
    .where('vendor_id', '>', after)
    .orderBy('vendor_id')
    .limit(limit)
    .execute()
