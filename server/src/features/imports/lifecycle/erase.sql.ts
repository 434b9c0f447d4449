import type { VendorId } from '../../../domain/ids.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import '../tables.ts'

/** A parent is referenced by its children, so the newest come first. */
export const nextJobs = (db: Db, vendorId: VendorId, limit: number) =>
  db
    .selectFrom('import_job')
    .select(['id', 'storage_key as storageKey'])
    .where('vendor_id', '=', vendorId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

export const listUploads = (db: Db, vendorId: VendorId) =>
  db.selectFrom('import_upload').select(['id', 'storage_key as storageKey']).where('vendor_id', '=', vendorId).execute()

export const eraseRepairedRows = async (tx: Tx, vendorId: VendorId, jobId: string) => {
  await tx.deleteFrom('repaired_row').where('vendor_id', '=', vendorId).where('child_job_id', '=', jobId).execute()
  await tx.deleteFrom('repaired_row').where('vendor_id', '=', vendorId).where('job_id', '=', jobId).execute()
}

/** Its chunks go with it. */
export const eraseJob = (tx: Tx, vendorId: VendorId, jobId: string) =>
  tx.deleteFrom('import_job').where('vendor_id', '=', vendorId).where('id', '=', jobId).execute()

export const eraseMappings = async (tx: Tx, vendorId: VendorId) => {
  await tx.deleteFrom('remembered_mapping').where('vendor_id', '=', vendorId).execute()
  await tx.deleteFrom('import_preset').where('vendor_id', '=', vendorId).execute()
}
