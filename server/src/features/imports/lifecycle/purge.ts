import { DAY_MS } from '../../../domain/durations.ts'
import type { VendorId } from '../../../domain/ids.ts'
import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { abandonedJobs, jobsToPurge, staleUploads } from '../cross-vendor.sql.ts'
import * as sql from '../sql.ts'
import * as chunks from '../stages/chunks.sql.ts'
import * as staging from '../staging/staging.sql.ts'

const BATCH_JOBS = 50
/** No upload takes this long: an older one was interrupted by a crash. */
const UPLOAD_HOURS_MAX = 2

/** Cancels abandoned imports and deletes rows and files whose retention period is over. */
export async function purgeImports(deps: Pick<Deps, 'db' | 'clock' | 'files' | 'config'>) {
  const now = deps.clock.now()
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
  for (const { vendorId, id, status } of await abandonedJobs(
    deps.db,
    daysAgo(deps.config.IMPORT_REVIEW_DAYS),
    BATCH_JOBS,
  ))
    await inTransaction(deps.db, (tx) => sql.transitionJob(tx, vendorId, id, [status], ['CANCELLED'], now, ABANDONED))
  for (const job of await jobsToPurge(deps.db, daysAgo(deps.config.IMPORT_RETENTION_DAYS), BATCH_JOBS)) {
    await deps.files.remove(job.storageKey)
    await inTransaction(deps.db, (tx) => purgeWithin(tx, job.vendorId, job.id, now))
  }
  const tooOld = new Date(now.getTime() - UPLOAD_HOURS_MAX * 3_600_000)
  for (const upload of await staleUploads(deps.db, tooOld, BATCH_JOBS)) {
    await deps.files.remove(upload.storageKey)
    await inTransaction(deps.db, (tx) => sql.deleteUpload(tx, upload.vendorId, upload.id))
  }
}

const ABANDONED = { failure_reason: 'This import expired because nobody completed it in time.' }

async function purgeWithin(tx: Tx, vendorId: VendorId, jobId: string, now: Date) {
  const totals = await chunks.findChunkTotals(tx, vendorId, jobId)
  await staging.deleteStaged(tx, vendorId, jobId)
  await chunks.deleteChunks(tx, vendorId, jobId)
  await sql.updateJob(tx, vendorId, jobId, { purged_at: now, final_totals: JSON.stringify(totals), head_cipher: null })
}
