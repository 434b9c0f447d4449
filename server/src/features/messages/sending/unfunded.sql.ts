import { sql } from 'kysely'
import type { VendorId } from '../../../domain/ids.ts'
import type { Tx } from '../../../platform/db/db.ts'
import '../tables.ts'

/** They wait for money. The infinite due date keeps the relay away from them. */
export const setUnfunded = (tx: Tx, vendorId: VendorId, ids: readonly string[]) =>
  tx
    .updateTable('message')
    .set({ is_unfunded: true, due_at: sql`'infinity'`, leased_until: sql`'-infinity'` })
    .where('vendor_id', '=', vendorId)
    .where('id', 'in', ids)
    .where('status', '=', 'QUEUED')
    .execute()

export const resumeUnfunded = (tx: Tx, vendorId: VendorId, now: Date) =>
  tx
    .updateTable('message')
    .set({ is_unfunded: false, due_at: now })
    .where('vendor_id', '=', vendorId)
    .where('campaign_id', 'is', null)
    .where('status', '=', 'QUEUED')
    .where('is_unfunded', '=', true)
    .execute()
