import type { VendorId } from '../../../domain/ids.ts'
import { isTerminal, needsAction, progressOf } from '../../../domain/imports/import-job.ts'
import { type Db, inSnapshot } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Page } from '../../../platform/http/pagination.ts'
import type { VendorPrincipal } from '../../../platform/http/principal.ts'
import { type ImportDetails, openDetails } from '../encrypted-columns.ts'
import { getImport } from '../lifecycle/find-import.ts'
import { refreshDecisions } from '../merging/merge-decisions.ts'
import type { StatusView } from '../schema.ts'
import * as sql from '../sql.ts'
import { findChunkTotals } from '../staging/chunks.sql.ts'
import { isStaged } from '../staging/staging.sql.ts'
import type { ChunkTotals } from '../tables.ts'
import { planHashOf } from './plan.ts'

/** The status of an import, derived from the job and its chunks. */
export async function getImportStatus(
  deps: Pick<Deps, 'db' | 'keyring'>,
  vendorId: VendorId,
  jobId: string,
): Promise<StatusView> {
  const job = await sql.findJobWithTotals(deps.db, vendorId, jobId)
  if (!job) throw notFound()
  const cipher = await deps.keyring.of(deps.db, vendorId)
  const details = openDetails(cipher, job.details_cipher)
  const planHash = job.status === 'PENDING_REVIEW' ? planHashOf(cipher, job) : undefined
  return { ...presentStatus(job, job.final_totals ?? job.totals, details), ...(planHash && { planHash }) }
}

/** During the review, the plan is brought up to date with the address book first. */
export async function getCurrentStatus(
  deps: Pick<Deps, 'db' | 'keyring' | 'threads' | 'lock'>,
  vendorId: VendorId,
  jobId: string,
): Promise<StatusView> {
  const status = await getImportStatus(deps, vendorId, jobId)
  if (status.status !== 'PENDING_REVIEW' || !(await isStaged(deps.db, vendorId, jobId))) return status
  const job = await getImport(deps.db, vendorId, jobId)
  const isRefreshed = (await refreshDecisions(deps, vendorId, job)) !== job
  return isRefreshed ? getImportStatus(deps, vendorId, jobId) : status
}

/** Once the rows are purged, their totals are kept on the job. */
const totalsOfJob = async (db: Db, vendorId: VendorId, job: sql.JobRow) =>
  job.final_totals ?? (await findChunkTotals(db, vendorId, job.id))

function presentStatus(job: sql.JobWithLineage, totals: ChunkTotals, { fileName }: ImportDetails): StatusView {
  const { status, summary } = job
  const totalRows = job.total_rows ?? 0
  const { processedRows, persistedRows, validRows, invalidRows, excludedRows = 0 } = totals
  const { created, updated, merged, skipped, changedSincePreview } = totals
  const hasResult = job.history.some((entry) => entry.status === 'PERSISTING')
  return {
    jobId: job.id,
    status,
    fileName,
    fileHash: job.file_hash.toString('hex'),
    progress: progressOf(status, { totalRows, processedRows, persistedRows }),
    // As for an upload without the excluded rows.
    stats: {
      totalRows: totalRows - excludedRows,
      processedRows: processedRows - excludedRows,
      validRows,
      invalidRows,
      excludedRows,
      warningRows: job.warning_rows ?? totals.warningRows,
      valid: summary ? summary.totalNewContacts + summary.totalExistingContacts : totals.contacts,
      errors: invalidRows,
    },
    terminal: isTerminal(status),
    needsAction: needsAction(status),
    ...(job.failure_reason !== null && { failureReason: job.failure_reason }),
    history: job.history,
    parentJobId: job.parent_job_id,
    childJobIds: job.lineage.childJobIds,
    // A failed row that was also repaired here is not one any more.
    repairedRows: Math.min(job.lineage.repairedRows, invalidRows),
    ...(hasResult && { result: { created, updated, merged, skipped, changedSincePreview } }),
    ...(job.undo_state && {
      undo: { state: job.undo_state, restored: job.undo_restored, removed: job.undo_removed, kept: job.undo_kept },
    }),
  }
}

/** Reads a job and its totals from one snapshot, because its rows may be purged between two queries. */
export const listImports = (
  deps: Pick<Deps, 'db' | 'keyring'>,
  who: VendorPrincipal,
  filter: sql.JobFilter,
  page: Page,
) => inSnapshot(deps.db, (db) => listInSnapshot({ ...deps, db }, who, filter, page))

async function listInSnapshot(
  deps: Pick<Deps, 'db' | 'keyring'>,
  { vendorId }: VendorPrincipal,
  filter: sql.JobFilter,
  page: Page,
) {
  const { db } = deps
  const [jobs, total, cipher] = await Promise.all([
    sql.listJobs(db, vendorId, filter, page),
    sql.countJobs(db, vendorId, filter),
    deps.keyring.of(db, vendorId),
  ])
  const rows = []
  for (const job of jobs) rows.push(await presentImport(db, vendorId, job, openDetails(cipher, job.details_cipher)))
  return { rows, total }
}

export const getImportDetail = (deps: Pick<Deps, 'db' | 'keyring'>, who: VendorPrincipal, jobId: string) =>
  inSnapshot(deps.db, (db) => detailInSnapshot({ ...deps, db }, who, jobId))

async function detailInSnapshot(deps: Pick<Deps, 'db' | 'keyring'>, { vendorId }: VendorPrincipal, jobId: string) {
  const job = await sql.findJobWithLineage(deps.db, vendorId, jobId)
  if (!job) throw notFound()
  const details = openDetails(await deps.keyring.of(deps.db, vendorId), job.details_cipher)
  return {
    ...(await presentImport(deps.db, vendorId, job, details)),
    defaultCountry: job.default_country,
    labels: job.labels,
    listName: details.listName ?? null,
  }
}

async function presentImport(db: Db, vendorId: VendorId, job: sql.JobWithLineage, details: ImportDetails) {
  const { history: _, ...status } = presentStatus(job, await totalsOfJob(db, vendorId, job), details)
  return {
    ...status,
    fileBytes: job.file_bytes,
    mergeStrategy: job.merge_strategy,
    createdAt: job.created_at.toISOString(),
    endedAt: job.ended_at?.toISOString() ?? null,
  }
}
