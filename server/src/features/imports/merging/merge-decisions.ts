import type { MergeStrategy } from '../../../domain/contacts/contact.ts'
import type { VendorId } from '../../../domain/ids.ts'
import { type Db, inTransaction, type Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { MergePair } from '../../contacts/bulk/decide-pair.ts'
import { findExisting, type Incoming } from '../../contacts/bulk/upsert-contacts.ts'
import { recordPlan } from '../review/plan.ts'
import { summarisePreview } from '../review/preview/preview.sql.ts'
import * as sql from '../sql.ts'
import { inRevision } from '../staging/revision.ts'
import * as staging from '../staging/staging.sql.ts'
import type { ImportRevision, PreviewTotals } from '../tables.ts'
import * as decisions from './merge-decisions.sql.ts'
import type { DecideTask, DigestedDecision } from './merge-decisions-thread.ts'

export type ResolveDeps = Pick<Deps, 'db' | 'keyring' | 'threads'>

/**
 * Decides how incoming contacts merge with existing contacts of the same number, and saves the decisions for the
 * preview.
 */
export async function decideMerges(
  deps: ResolveDeps,
  vendorId: VendorId,
  job: ImportRevision,
  strategy: MergeStrategy,
  range: staging.RowRange,
  version: number,
) {
  const rows = await decideIncoming(deps, vendorId, strategy, staging.incomingInRange(vendorId, job.id, range))
  if (rows.length > 0)
    await inRevision(deps.db, vendorId, job, (tx) =>
      decisions.saveDecisions(tx, vendorId, job.id, range, rows, version),
    )
}

/** Decides anew about the contacts in these slots, with the address book as it is now. */
export async function decideAgainWithin(
  tx: Tx,
  deps: Omit<ResolveDeps, 'db'>,
  vendorId: VendorId,
  jobId: string,
  strategy: MergeStrategy,
  slots: readonly bigint[],
  version: number,
) {
  await decisions.clearDecisions(tx, vendorId, jobId, slots)
  const incoming = staging.incomingAt(vendorId, jobId, slots)
  const rows = await decideIncoming({ ...deps, db: tx }, vendorId, strategy, incoming)
  if (rows.length > 0) await decisions.saveDecisions(tx, vendorId, jobId, slots, rows, version)
  await decisions.clearResults(tx, vendorId, jobId, slots, version)
}

async function decideIncoming(deps: ResolveDeps, vendorId: VendorId, strategy: MergeStrategy, incoming: Incoming) {
  const rows: decisions.StagedDecision[] = []
  for await (const pairs of findExisting(deps.db, vendorId, incoming)) {
    const decided = await decideMergesInThread(deps, vendorId, strategy, pairs)
    for (const [i, { incomingId, contactId }] of pairs.entries()) {
      const { action, nameChanged, labelsAdded, digest } = decided[i] as DigestedDecision
      rows.push({ id: incomingId, contactId, action, nameChanged, labelsAdded, digest })
    }
  }
  return rows
}

export async function decideMergesInThread(
  deps: Pick<Deps, 'db' | 'keyring' | 'threads'>,
  vendorId: VendorId,
  strategy: MergeStrategy,
  pairs: readonly MergePair[],
): Promise<DigestedDecision[]> {
  const keys = await deps.keyring.keysOf(deps.db, vendorId)
  const task: DecideTask = { keys, strategy, pairs: pairs.map(({ existing, incoming }) => ({ existing, incoming })) }
  return deps.threads.run(import.meta.url, './merge-decisions-thread', task)
}

const BATCH_CONTACTS = 5_000
const LOCK_SECONDS = 120

/**
 * Updates the preview with changes to the address book since it was computed. Of concurrent requests one does the work;
 * the others show the preview as it was a moment ago.
 */
export async function refreshDecisions(
  deps: ResolveDeps & Pick<Deps, 'lock'>,
  vendorId: VendorId,
  job: sql.JobRow,
): Promise<sql.JobRow> {
  if (!isRefreshable(job) || !(await hasChanged(deps.db, vendorId, job))) return job
  const outcome = await deps.lock.tryWith(stagingLockKey(job.id), LOCK_SECONDS, () =>
    inTransaction(deps.db, (tx) => refreshWithin(tx, deps, vendorId, job.id)),
  )
  return outcome.busy ? job : (outcome.result ?? job)
}

type Resolved = sql.JobRow & {
  resolved_strategy: MergeStrategy
  resolved_at_transaction: bigint
  summary: PreviewTotals
}

const isRefreshable = (job: sql.JobRow): job is Resolved =>
  job.status === 'PENDING_REVIEW' &&
  job.resolved_strategy === job.merge_strategy &&
  job.resolved_at_transaction !== null &&
  job.summary !== null

/** Whether the address book has changed in a way that may change the preview. */
export const isOutdated = async (db: Db, vendorId: VendorId, job: sql.JobRow) => {
  if (!isRefreshable(job)) return true
  const { resolved_at_transaction: since } = job
  return (await decisions.findChangedSince(db, vendorId, job.id, since, null, BATCH_CONTACTS)).slots.length > 0
}

/** Whether contacts changed that the preview has not seen. */
const hasChanged = async (db: Db, vendorId: VendorId, job: Resolved) =>
  (await decisions.findChangedSince(db, vendorId, job.id, job.resolved_at_transaction, null, 1)).after !== null

/** Held while rows are staged again or the preview is computed. */
export const stagingLockKey = (jobId: string) => `imports.stage:${jobId}`

/** The job's row is locked, because repairs change the same decisions and totals. */
async function refreshWithin(tx: Tx, deps: ResolveDeps, vendorId: VendorId, jobId: string) {
  const job = await sql.lockJob(tx, vendorId, jobId)
  if (!job || !isRefreshable(job)) return job
  const { resolved_at_transaction: since, resolved_strategy: strategy } = job
  const seenUpTo = await sql.oldestTransaction(tx, vendorId)
  const version = job.review_version + 1
  for (let after: string | null = null; ; ) {
    const changed = await decisions.findChangedSince(tx, vendorId, jobId, since, after, BATCH_CONTACTS)
    if (changed.after === null) break
    after = changed.after
    await decideAgainWithin(tx, deps, vendorId, jobId, strategy, changed.slots, version)
  }
  const summary = await summarisePreview(tx, vendorId, jobId, job.summary)
  const seen = { resolved_at_transaction: seenUpTo, review_version: version }
  await sql.updateJob(tx, vendorId, jobId, { ...seen, summary: JSON.stringify(summary) })
  const refreshed = { ...job, ...seen, summary }
  await recordPlan(tx, await deps.keyring.of(tx, vendorId), vendorId, refreshed)
  return refreshed
}
