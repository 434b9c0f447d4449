import type { MergeStrategy } from '../../../domain/contacts/contact.ts'
import type { VendorId } from '../../../domain/ids.ts'
import { inTransaction } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { Decision, MergePair } from '../../contacts/bulk/decide-merge.ts'
import { findExisting, type Incoming } from '../../contacts/bulk/upsert-contacts.ts'
import { type ItemCounts, summarisePreview } from '../review/preview.sql.ts'
import * as sql from '../sql.ts'
import { ROW_INDEX_MAX } from '../staging/slots.ts'
import * as staging from '../staging/staging.sql.ts'
import * as decisions from './merge-decisions.sql.ts'
import type { DecideTask } from './merge-decisions-thread.ts'

export type ResolveDeps = Pick<Deps, 'db' | 'keyring' | 'threads'>

/**
 * Decides how incoming contacts merge with existing contacts of the same number, and saves the decisions for the
 * preview.
 */
export async function decideMerges(
  deps: ResolveDeps,
  vendorId: VendorId,
  jobId: string,
  strategy: MergeStrategy,
  range: staging.RowRange,
  incoming: Incoming = staging.incomingInRange(vendorId, jobId, range),
) {
  const pairs = await findExisting(deps.db, vendorId, incoming)
  if (pairs.length === 0) return
  const decided = await decideMergesInThread(deps, vendorId, strategy, pairs)
  const rows = pairs.map(({ incomingId, contactId }, i) => {
    const { action = 'SKIP', nameChanged = false, labelsAdded = false } = decided[i] ?? {}
    return { id: incomingId, contactId, action, nameChanged, labelsAdded }
  })
  await inTransaction(deps.db, (tx) => decisions.saveDecisions(tx, vendorId, jobId, range, rows))
}

export async function decideMergesInThread(
  deps: Pick<Deps, 'db' | 'keyring' | 'threads'>,
  vendorId: VendorId,
  strategy: MergeStrategy,
  pairs: readonly MergePair[],
): Promise<Decision[]> {
  const keys = await deps.keyring.keysOf(deps.db, vendorId)
  const task: DecideTask = { keys, strategy, pairs: pairs.map(({ existing, incoming }) => ({ existing, incoming })) }
  return deps.threads.run(import.meta.url, './merge-decisions-thread', task)
}

const ALL_ROWS = { firstRow: 0, lastRow: ROW_INDEX_MAX }

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
  const { resolved_at_transaction: since, resolved_strategy: strategy, summary: seen } = job
  if (since === null || strategy === null || seen === null) return job
  if ((await decisions.findChangedSince(deps.db, vendorId, job.id, since, null, 1)).after === null) return job
  const outcome = await deps.lock.tryWith(stagingLockKey(job.id), LOCK_SECONDS, () =>
    refreshChanged(deps, vendorId, job, since, strategy, seen),
  )
  return outcome.busy ? job : outcome.result
}

/** Held while the preview is computed. */
export const stagingLockKey = (jobId: string) => `imports.stage:${jobId}`

async function refreshChanged(
  deps: ResolveDeps,
  vendorId: VendorId,
  job: sql.JobRow,
  since: bigint,
  strategy: MergeStrategy,
  items: ItemCounts,
): Promise<sql.JobRow> {
  const seenUpTo = await sql.oldestTransaction(deps.db, vendorId)
  for (let after: string | null = null; ; ) {
    const changed = await decisions.findChangedSince(deps.db, vendorId, job.id, since, after, BATCH_CONTACTS)
    if (changed.after === null) break
    after = changed.after
    await inTransaction(deps.db, (tx) => decisions.clearDecisions(tx, vendorId, job.id, changed.slots))
    const incoming = staging.incomingAt(vendorId, job.id, changed.slots)
    await decideMerges(deps, vendorId, job.id, strategy, ALL_ROWS, incoming)
  }
  const summary = await summarisePreview(deps.db, vendorId, job.id, items)
  const change = { summary: JSON.stringify(summary), resolved_at_transaction: seenUpTo }
  await inTransaction(deps.db, (tx) => sql.updateJob(tx, vendorId, job.id, change))
  return { ...job, summary, resolved_at_transaction: seenUpTo }
}
