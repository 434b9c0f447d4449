import type { MergeStrategy } from '../../../domain/contacts/contact.ts'
import type { VendorId } from '../../../domain/ids.ts'
import { reachedReview } from '../../../domain/imports/import-job.ts'
import { forEachConcurrent } from '../../../platform/concurrency/for-each-concurrent.ts'
import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { RetryLater } from '../../../ports/queue.ts'
import { hasContacts } from '../../contacts/find.ts'
import { analyzeStaged } from '../cross-vendor.sql.ts'
import { detectDuplicates } from '../merging/detect-duplicates.ts'
import * as decisions from '../merging/merge-decisions.sql.ts'
import { decideMerges, type ResolveDeps, stagingLockKey } from '../merging/merge-decisions.ts'
import { mergeDuplicateRows } from '../merging/merge-duplicates.ts'
import { listRepairs } from '../repairs/repairs.sql.ts'
import { recordPlan } from '../review/plan.ts'
import { summarisePreview } from '../review/preview/preview.sql.ts'
import * as sql from '../sql.ts'
import * as chunks from '../staging/chunks.sql.ts'
import { ignoreSuperseded, inRevision, Superseded } from '../staging/revision.ts'
import * as staging from '../staging/staging.sql.ts'
import type { ImportRevision, PreviewTotals } from '../tables.ts'
import type { EvaluatedChunk } from './evaluate-rows.ts'
import { buildEvaluateTask, evaluateInThread, evaluateOrFail } from './process.ts'
import { observeStage } from './stage-times.ts'

type StageDeps = ResolveDeps & Pick<Deps, 'lock'>

/**
 * Runs when all rows are staged: finds duplicates inside the file and computes the preview, which then awaits review.
 */
export async function resolveImport(
  deps: Deps,
  vendorId: VendorId,
  { jobId, revision }: { jobId: string; revision: number },
) {
  const job = await sql.findJob(deps.db, vendorId, jobId)
  if (job?.status !== 'PROCESSING' || job.revision !== revision) return
  await ensureResolvedOrRetryLater(deps, vendorId, job)
    .then(() => inTransaction(deps.db, (tx) => beginReviewWithin(tx, vendorId, job, deps.clock.now())))
    .then((isReviewed) => isReviewed && observeStage(deps, 'process', job))
    .catch(ignoreSuperseded)
}

async function beginReviewWithin(tx: Tx, vendorId: VendorId, { id, revision }: ImportRevision, now: Date) {
  if ((await sql.lockJob(tx, vendorId, id))?.revision !== revision) return false
  return sql.transitionJob(tx, vendorId, id, ['PROCESSING'], ['PENDING_REVIEW'], now)
}

/** Staged rows do not survive a crash of the database. They are rebuilt from the chunks, exactly as they were. */
export async function stageImportAgain(deps: Deps, vendorId: VendorId, { jobId }: { jobId: string }) {
  const job = await sql.findJob(deps.db, vendorId, jobId)
  if (job && job.purged_at === null && reachedReview(job.history))
    await ensureResolvedOrRetryLater(deps, vendorId, job).catch(ignoreSuperseded)
}

/** For queue jobs, which retry later when another process is staging. */
export async function ensureResolvedOrRetryLater(deps: StageDeps, vendorId: VendorId, job: sql.JobRow) {
  if (!(await ensureResolved(deps, vendorId, job))) throw new RetryLater(BUSY_MS)
}

const LOCK_SECONDS = 120
const BUSY_MS = 500

/**
 * Afterwards all rows are staged and merged by the job's strategy. The lock only avoids double work: two concurrent
 * runs give the same result. False: another process is staging, or has changed the review meanwhile. Throws
 * `Superseded` if another mapping was confirmed.
 */
export async function ensureResolved(deps: StageDeps, vendorId: VendorId, job: sql.JobRow): Promise<boolean> {
  if (await isReady(deps, vendorId, job)) return true
  const outcome = await deps.lock.tryWith(stagingLockKey(job.id), LOCK_SECONDS, async () => {
    await assertProcessed(deps, vendorId, job)
    const isStaged = await staging.isStaged(deps.db, vendorId, job.id)
    if (!isStaged) await restageAllRows(deps, vendorId, job)
    if (!(await resolveWithStrategy(deps, vendorId, job, job.merge_strategy))) return false
    // Set last: rows that are staged again but not yet resolved are not ready, though the job was resolved before.
    const complete = (tx: Tx) => staging.completeStagingMarker(tx, vendorId, job.id)
    if (!isStaged && !(await inRevision(deps.db, vendorId, job, complete)))
      throw new Error('the database crashed while rows were staged again')
    return true
  })
  return !outcome.busy && outcome.result
}

const isReady = async (deps: StageDeps, vendorId: VendorId, job: sql.JobRow) =>
  job.resolved_strategy === job.merge_strategy && (await staging.isStaged(deps.db, vendorId, job.id))

/** Rows that are not processed yet belong to a new mapping: their runners stage them. */
async function assertProcessed(deps: StageDeps, vendorId: VendorId, job: sql.JobRow) {
  const { chunks: all, stored, sifted } = await chunks.findChunkTotals(deps.db, vendorId, job.id)
  if (all === 0 || stored + sifted > 0) throw new Superseded()
}

async function restageAllRows(deps: StageDeps, vendorId: VendorId, job: sql.JobRow) {
  await inRevision(deps.db, vendorId, job, (tx) => staging.insertStagingMarker(tx, vendorId, job.id, false))
  for (const { firstRow } of await chunks.listChunkRanges(deps.db, vendorId, job.id)) {
    const chunk = await chunks.findChunk(deps.db, vendorId, job.id, firstRow)
    if (!chunk) continue
    const range = { firstRow, lastRow: chunk.last_row }
    const task = await buildEvaluateTask(deps, vendorId, job, chunk)
    const repairs = await listRepairs(deps.db, vendorId, job.id, range)
    const evaluate = chunk.valid_rows === 0 ? evaluateOrFail : evaluateInThread
    const evaluated = await evaluate(deps, { ...task, input: { ...task.input, repairs } })
    await inTransaction(deps.db, (tx) => restageWithin(tx, vendorId, job, range, evaluated))
  }
}

/** The counts change with the majority country, which a repair may have changed. */
async function restageWithin(
  tx: Tx,
  vendorId: VendorId,
  { id: jobId, revision }: ImportRevision,
  range: staging.RowRange,
  evaluated: EvaluatedChunk,
) {
  if ((await sql.lockJob(tx, vendorId, jobId))?.revision !== revision) throw new Superseded()
  // Another process has finished, and rows may have been repaired since.
  if (await staging.isStaged(tx, vendorId, jobId)) return
  await staging.deleteStaged(tx, vendorId, jobId, range)
  await staging.copyStaged(tx, evaluated)
  await chunks.updateCounts(tx, vendorId, jobId, range.firstRow, {
    valid_rows: evaluated.validRows,
    invalid_rows: evaluated.invalidRows,
    excluded_rows: evaluated.excludedRows,
    warning_rows: evaluated.warningRows,
    contacts: evaluated.contactCount,
  })
}

/** The database looks up one chunk while a thread decides on another. */
const CONCURRENCY = 2

/**
 * Merges rows of the same number and decides what happens to existing contacts, for one strategy, from the staged rows
 * as they were read. Idempotent. False: the review was changed meanwhile.
 */
async function resolveWithStrategy(deps: ResolveDeps, vendorId: VendorId, job: sql.JobRow, strategy: MergeStrategy) {
  const version = await inTransaction(deps.db, (tx) => sql.beginResolving(tx, vendorId, job))
  if (version === undefined) throw new Superseded()
  const seenUpTo = await sql.oldestTransaction(deps.db, vendorId)
  const { warningRows, ...items } = await detectDuplicates(deps, vendorId, job)
  await analyzeStaged(deps.db)
  await mergeDuplicateRows(deps, vendorId, job, strategy)
  await inRevision(deps.db, vendorId, job, (tx) => decisions.clearDecisions(tx, vendorId, job.id))
  const ranges = (await hasContacts(deps.db, vendorId)) ? await chunks.listChunkRanges(deps.db, vendorId, job.id) : []
  await forEachConcurrent(ranges, CONCURRENCY, (range) => decideMerges(deps, vendorId, job, strategy, range, version))
  const summary = await summarisePreview(deps.db, vendorId, job.id, items)
  const change = { warning_rows: warningRows, resolved_strategy: strategy, resolved_at_transaction: seenUpTo }
  return inTransaction(deps.db, (tx) => finishWithin(tx, deps, vendorId, job.id, version, { ...change, summary }))
}

async function finishWithin(
  tx: Tx,
  deps: ResolveDeps,
  vendorId: VendorId,
  jobId: string,
  version: number,
  { summary, ...change }: Omit<sql.JobUpdate, 'summary'> & { summary: PreviewTotals },
) {
  const saved = { ...change, summary: JSON.stringify(summary) }
  if (!(await sql.finishResolving(tx, vendorId, jobId, version, saved))) return false
  const job = await sql.findJob(tx, vendorId, jobId)
  if (job) await recordPlan(tx, await deps.keyring.of(tx, vendorId), vendorId, job)
  return true
}
