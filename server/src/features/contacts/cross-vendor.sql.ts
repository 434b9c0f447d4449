// Statistics of the whole contact table; the backfill finds the next vendor.

import { sql } from 'kysely'
import type { VendorId } from '../../domain/ids.ts'
import type { Db } from '../../platform/db/db.ts'
import './tables.ts'

/** Analyses one column only, which is fast; does nothing while autovacuum is at work on the table. */
export const analyzeContacts = (db: Db) => sql`analyze (skip_locked) contact (vendor_id)`.execute(db)

/**
 * A vendor whose contacts cannot all be found by the last digits of their number yet: none that failed a short while ago,
 * and none that only waits for the end of an import.
 */
export const nextBackfillVendor = async (db: Db, now: Date): Promise<VendorId | undefined> => {
  const { rows } = await sql<{ vendorId: VendorId }>`
    select b.vendor_id as "vendorId" from contact_suffix_backfill b
     where (b.retry_at is null or b.retry_at <= ${now})
       and not (b.awaits_imports and b.after_id is null
                and exists (select from import_job j
                             where j.vendor_id = b.vendor_id and j.ended_at is null and j.created_at <= b.listed_at))
     order by b.vendor_id limit 1`.execute(db)
  return rows[0]?.vendorId
}
