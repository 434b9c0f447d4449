import type { MergeStrategy } from '../../../domain/contacts/contact.ts'
import type { VendorId } from '../../../domain/ids.ts'
import { inTransaction } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { Decision, Pair } from '../../contacts/bulk/decide-merge.ts'
import { findExisting, type Incoming } from '../../contacts/bulk/upsert-contacts.ts'
import { type Items, summarise } from '../review/preview.sql.ts'
import { ROW_INDEX_MAX } from '../slots.ts'
import * as sql from '../sql.ts'
import * as staging from '../staging.sql.ts'
import * as decisions from './merge-decisions.sql.ts'
import type { DecideTask } from './merge-decisions-thread.ts'

export type ResolveDeps = Pick<Deps, 'db' | 'keyring' | 'threads'>

/** Decides for incoming contacts whose number is in the address book, and keeps that for the preview. */
export async function decideRows(
  deps: ResolveDeps,
  vendorId: VendorId,
  jobId: string,
  strategy: MergeStrategy,
  range: staging.RowRange,
  incoming: Incoming = staging.incomingInRange(vendorId, jobId, range),
) {
  const pairs = await findExisting(deps.db, vendorId, incoming)
  if (pairs.length === 0) return
  const decided = await decideInThread(deps, vendorId, strategy, pairs)
  const rows = pairs.map(({ incomingId, contactId }, i) => {
    const { action = 'SKIP', nameChanged = false, labelsAdded = false } = decided[i] ?? {}
    return { id: incomingId, contactId, action, nameChanged, labelsAdded }
  })
  await inTransaction(deps.db, (tx) => decisions.saveDecisions(tx, vendorId, jobId, range, rows))
}

export async function decideInThread(
  deps: Pick<Deps, 'db' | 'keyring' | 'threads'>,
  vendorId: VendorId,
  strategy: MergeStrategy,
  pairs: readonly Pair[],
): Promise<Decision[]> {
  const keys = await deps.keyring.keysOf(deps.db, vendorId)
  const task: DecideTask = { keys, strategy, pairs: pairs.map(({ existing, incoming }) => ({ existing, incoming })) }
  return deps.threads.run(import.meta.url, './merge-decisions-thread', task)
}

const ALL_ROWS = { firstRow: 0, lastRow: ROW_INDEX_MAX }

const CHANGES_AT_ONCE = 5_000
const LOCK_SECONDS = 120

/**
 * Brings the preview up to date with what others did to the address book since it was computed. Of several who ask at
 * once one does it; the others show it as it was a moment ago.
 */
export async function refreshDecisions(
  deps: ResolveDeps & Pick<Deps, 'lock'>,
  vendorId: VendorId,
  job: sql.JobRow,
): Promise<sql.JobRow> {
  const { resolved_at_transaction: since, resolved_strategy: strategy, summary: seen } = job
  if (since === null || strategy === null || seen === null) return job
  if ((await decisions.changedSince(deps.db, vendorId, job.id, since, null, 1)).after === null) return job
  const outcome = await deps.lock.tryWith(stagingLock(job.id), LOCK_SECONDS, () =>
    refreshAll(deps, vendorId, job, since, strategy, seen),
  )
  return outcome.busy ? job : outcome.result
}

/** Whoever computes what the preview says holds it. */
export const stagingLock = (jobId: string) => `imports.stage:${jobId}`

async function refreshAll(
  deps: ResolveDeps,
  vendorId: VendorId,
  job: sql.JobRow,
  since: bigint,
  strategy: MergeStrategy,
  items: Items,
): Promise<sql.JobRow> {
  const seenUpTo = await sql.oldestTransaction(deps.db, vendorId)
  for (let after: string | null = null; ; ) {
    const changed = await decisions.changedSince(deps.db, vendorId, job.id, since, after, CHANGES_AT_ONCE)
    if (changed.after === null) break
    after = changed.after
    await inTransaction(deps.db, (tx) => decisions.clearDecisions(tx, vendorId, job.id, changed.places))
    const incoming = staging.incomingAt(vendorId, job.id, changed.places)
    await decideRows(deps, vendorId, job.id, strategy, ALL_ROWS, incoming)
  }
  const summary = await summarise(deps.db, vendorId, job.id, items)
  const change = { summary: JSON.stringify(summary), resolved_at_transaction: seenUpTo }
  await inTransaction(deps.db, (tx) => sql.changeJob(tx, vendorId, job.id, change))
  return { ...job, summary, resolved_at_transaction: seenUpTo }
}
