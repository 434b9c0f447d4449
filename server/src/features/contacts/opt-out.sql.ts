import { sql } from 'kysely'
import type { VendorId } from '../../domain/ids.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { OptOutReason } from './tables.ts'
import './tables.ts'

/** The first instant stays. A reason that only the provider can take back is not replaced by a STOP. */
export const insertOptOut = (tx: Tx, vendorId: VendorId, mobileHash: Buffer, reason: OptOutReason, now: Date) =>
  tx
    .insertInto('opt_out')
    .values({ vendor_id: vendorId, mobile_hash: mobileHash, reason, opted_out_at: now })
    .onConflict((oc) =>
      oc
        .columns(['vendor_id', 'mobile_hash'])
        .doUpdateSet({ reason: sql`case when opt_out.reason = 'STOP' then excluded.reason else opt_out.reason end` }),
    )
    .execute()

export const deleteStop = (tx: Tx, vendorId: VendorId, mobileHash: Buffer) =>
  tx
    .deleteFrom('opt_out')
    .where('vendor_id', '=', vendorId)
    .where('mobile_hash', '=', mobileHash)
    .where('reason', '=', 'STOP')
    .execute()
