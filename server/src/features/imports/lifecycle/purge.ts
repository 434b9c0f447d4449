import { DAY_MS, HOUR_MS } from '../../../domain/durations.ts'
import type { VendorId } from '../../../domain/ids.ts'
import type { ImportStatus } from '../../../domain/imports/import-job.ts'
import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { abandonedJobs, jobsToPurge, staleUploads } from '../cross-vendor.sql.ts'
import * as sql from '../sql.ts'
import * as chunks from '../staging/chunks.sql.ts'
import * as staging from '../staging/staging.sql.ts'
import type { ImportRevision } from '../tables.ts'

const BATCH_JOBS = 50
/** No upload takes this long: an older one was interrupted by a crash. */
const UPLOAD_HOURS_MAX = 2

/** An import without a review has no reports. By then no stage reads its file any more. */
const UNREVIEWED_HOURS = 1

/** Cancels abandoned imports and deletes rows and files whose retention period is over. */
export async function purgeImports(deps: Pick<Deps, 'db' | 'clock' | 'files' | 'config'>) {
  const now = deps.clock.now()
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * HOUR_MS)
  for (const { vendorId, id, status, revision } of await abandonedJobs(
    deps.db,
    daysAgo(deps.config.IMPORT_REVIEW_DAYS),
    BATCH_JOBS,
  ))
    await inTransaction(deps.db, (tx) => cancelWithin(tx, vendorId, { id, status, revision }, now))
  for (const job of await jobsToPurge(
    deps.db,
    daysAgo(deps.config.IMPORT_RETENTION_DAYS),
    hoursAgo(UNREVIEWED_HOURS),
    BATCH_JOBS,
  )) {
    await deps.files.remove(job.storageKey)
    await inTransaction(deps.db, (tx) => purgeWithin(tx, job.vendorId, job.id, now))
  }
  for (const upload of await staleUploads(deps.db, hoursAgo(UPLOAD_HOURS_MAX), BATCH_JOBS)) {
    await deps.files.remove(upload.storageKey)
    await inTransaction(deps.db, (tx) => sql.deleteUpload(tx, upload.vendorId, upload.id))
  }
}

/** Somebody may have sent another mapping meanwhile, and the job may be in the same state again. */
async function cancelWithin(tx: Tx, vendorId: VendorId, job: ImportRevision & { status: ImportStatus }, now: Date) {
  if ((await sql.lockJob(tx, vendorId, job.id))?.revision !== job.revision) return
  await sql.transitionJob(tx, vendorId, job.id, [job.status], ['CANCELLED'], now, ABANDONED)
}

const ABANDONED = { failure_reason: 'This import expired because nobody completed it in time.' }

async function purgeWithin(tx: Tx, vendorId: VendorId, jobId: string, now: Date) {
  const totals = await chunks.findChunkTotals(tx, vendorId, jobId)
  await staging.deleteStaged(tx, vendorId, jobId)
  await chunks.deleteChunks(tx, vendorId, jobId)
  await sql.updateJob(tx, vendorId, jobId, { purged_at: now, final_totals: JSON.stringify(totals), head_cipher: null })
}
