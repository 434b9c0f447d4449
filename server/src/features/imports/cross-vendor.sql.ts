// The purge finds old rows of all vendors. Each row that is returned names its vendor.

import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import './tables.ts'

/** Uploads that were interrupted and belong to no job. */
export const staleUploads = (db: Db, before: Date, limit: number) =>
  db
    .selectFrom('import_upload')
    .select(['vendor_id as vendorId', 'id', 'storage_key as storageKey'])
    .where('created_at', '<', before)
    .limit(limit)
    .execute()

/** Jobs that waited for the vendor for too long. */
export const abandonedJobs = (db: Db, before: Date, limit: number) =>
  db
    .selectFrom('import_job')
    .select(['vendor_id as vendorId', 'id', 'status', 'revision'])
    .where('status', 'in', ['AWAITING_MAPPING', 'PENDING_REVIEW'])
    .where('updated_at', '<', before)
    .limit(limit)
    .execute()

/** Jobs that ended before `before`, and those before `unreviewedBefore` that were cancelled before their review. */
export const jobsToPurge = (db: Db, before: Date, unreviewedBefore: Date, limit: number) =>
  db
    .selectFrom('import_job')
    .select(['vendor_id as vendorId', 'id', 'storage_key as storageKey'])
    .where('purged_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('ended_at', '<', before),
        eb.and([
          eb('ended_at', '<', unreviewedBefore),
          eb('status', '=', 'CANCELLED'),
          sql<boolean>`not history @> '[{"status": "PENDING_REVIEW"}]'`,
        ]),
      ]),
    )
    .limit(limit)
    .execute()

/**
 * Freshly filled tables have no statistics, and misestimated joins take minutes instead of a second. Only columns that
 * plans depend on are analysed; the others would take most of the time.
 */
export const analyzeStaged = async (db: Db) => {
  await sql`analyze staged_contact (vendor_id, job_id, place, mobile_hash, action, folded_cipher)`.execute(db)
  await sql`analyze staged_duplicate`.execute(db)
}
