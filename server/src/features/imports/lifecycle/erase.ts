import type { VendorId } from '../../../domain/ids.ts'
import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import * as jobs from '../sql.ts'
import { deleteStaged } from '../staging/staging.sql.ts'
import * as sql from './erase.sql.ts'

const BATCH_JOBS = 100

/** Deletes a closed vendor's imports with their files, reports and staged rows, and its mappings. */
export async function eraseImports({ db, files }: Pick<Deps, 'db' | 'files'>, vendorId: VendorId) {
  for (const { id, storageKey } of await sql.listUploads(db, vendorId)) {
    await files.remove(storageKey)
    await inTransaction(db, (tx) => jobs.deleteUpload(tx, vendorId, id))
  }
  for (;;) {
    const batch = await sql.nextJobs(db, vendorId, BATCH_JOBS)
    for (const { id, storageKey } of batch) {
      await files.remove(storageKey)
      await inTransaction(db, (tx) => eraseJobWithin(tx, vendorId, id))
    }
    if (batch.length === 0) break
  }
  await inTransaction(db, (tx) => sql.eraseMappings(tx, vendorId))
}

/** With the lock, a stage that is running has staged its rows before, or finds its job gone. */
async function eraseJobWithin(tx: Tx, vendorId: VendorId, jobId: string) {
  await jobs.lockJob(tx, vendorId, jobId)
  await deleteStaged(tx, vendorId, jobId)
  await sql.eraseRepairedRows(tx, vendorId, jobId)
  await sql.eraseJob(tx, vendorId, jobId)
}
