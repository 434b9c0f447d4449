import type { VendorId } from '../../../domain/ids.ts'
import { givesLabels } from '../../../domain/imports/rows/parse-cells.ts'
import { SEQUENTIAL_CONTACTS_MIN } from '../../../domain/imports/sequential-numbers.ts'
import { inTransaction, type Tx, violatedUnique } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { RetryLater } from '../../../ports/queue.ts'
import { optOutImported } from '../../contacts/audience/opt-out.ts'
import { refreshStatistics, type UpsertResult, upsertContacts } from '../../contacts/bulk/upsert-contacts.ts'
import { addMembersByHash, findOrCreateStaticList } from '../../contacts/lists/lists.ts'
import { addToOutbox } from '../../outbox/add.ts'
import { openDetails, openMapping } from '../encrypted-columns.ts'
import { inspectNumbers, persistChunks } from '../jobs.ts'
import { insertRepairedRows } from '../lineage/lineage.sql.ts'
import * as decisions from '../merging/merge-decisions.sql.ts'
import { decideMergesInThread } from '../merging/merge-decisions.ts'
import * as sql from '../sql.ts'
import * as chunks from '../staging/chunks.sql.ts'
import { ignoreSuperseded, Superseded } from '../staging/revision.ts'
import * as staging from '../staging/staging.sql.ts'
import type { ChunkTotals } from '../tables.ts'
import { type ChunkKey, enqueueRunners, type RunnerPayload, runChunks } from './chunk-runners.ts'
import { ensureResolvedOrRetryLater } from './resolve.ts'
import { observeStage } from './stage-times.ts'

/** Runs after confirmation: ensures that everything is staged as the preview showed it, then starts the runners. */
export async function beginImportPersisting(deps: Deps, vendorId: VendorId, { jobId }: { jobId: string }) {
  const job = await sql.findJob(deps.db, vendorId, jobId)
  if (job?.status !== 'PERSISTING') return
  if (await sql.isFileBeingUndone(deps.db, vendorId, job)) throw new RetryLater(UNDO_RETRY_MS)
  await ensureResolvedOrRetryLater(deps, vendorId, job)
  if (await inTransaction(deps.db, (tx) => beginWithin(tx, vendorId, jobId, deps.clock.now())))
    observeStage(deps, 'persist', job)
}

/**
 * An earlier import of the same file that is being taken back would delete its contacts after this one has found them
 * unchanged.
 */
const UNDO_RETRY_MS = 500

async function beginWithin(tx: Tx, vendorId: VendorId, jobId: string, now: Date) {
  const job = await sql.lockJob(tx, vendorId, jobId)
  if (job?.status !== 'PERSISTING') return undefined
  await enqueueRunners(tx, vendorId, job, persistChunks, now)
  return completeIfDone(tx, vendorId, job, now)
}

/** One runner, which persists chunks until all contacts of the import are in the address book. */
export const persistImportChunks = (deps: Deps, vendorId: VendorId, { jobId, runner }: RunnerPayload) =>
  runChunks(
    async () => {
      const job = await sql.findJob(deps.db, vendorId, jobId)
      if (job?.status !== 'PERSISTING') return undefined
      return inTransaction(deps.db, (tx) => chunks.claimChunk(tx, vendorId, job, runner, ['STAGED']))
    },
    (firstRow) => persistOneChunk(deps, vendorId, { jobId, firstRow }),
  )

/**
 * Upserts the contacts of one chunk. Contacts, audit rows and the chunk's new state are one transaction, so that
 * running it again changes nothing. The job row is locked last: a cancel that comes first rolls everything back, and
 * one that comes later finds the chunk done.
 */
export async function persistOneChunk(deps: Deps, vendorId: VendorId, { jobId, firstRow }: ChunkKey) {
  const [job, chunk] = await Promise.all([
    sql.findJob(deps.db, vendorId, jobId),
    chunks.findChunkRange(deps.db, vendorId, jobId, firstRow),
  ])
  if (job?.status !== 'PERSISTING' || chunk?.state !== 'STAGED') return
  await ensureResolvedOrRetryLater(deps, vendorId, job)
  const persist = (trustsPreview: boolean) =>
    inTransaction(deps.db, (tx) => persistWithin(tx, deps, vendorId, job, chunk, trustsPreview)).catch(ignoreSuperseded)
  const ended = await persist(true).catch((error) => {
    if (violatedUnique(error) === undefined) throw error
    return persist(false)
  })
  if (ended) observeStage(deps, 'persist', job)
  if (ended && ended.created >= ANALYZE_THRESHOLD_CONTACTS) await refreshStatistics(deps.db)
}

/** From this many new contacts on, the planner's statistics of the address book are misleading. */
const ANALYZE_THRESHOLD_CONTACTS = 5_000

/**
 * With `trustsPreview`, contacts that the preview calls new are inserted without looking for existing ones; if one was
 * created since, this throws a unique violation.
 */
async function persistWithin(
  tx: Tx,
  deps: Deps,
  vendorId: VendorId,
  job: sql.JobRow,
  range: staging.RowRange,
  trustsPreview: boolean,
): Promise<ChunkTotals | undefined> {
  const now = deps.clock.now()
  const cipher = await deps.keyring.of(tx, vendorId)
  const columns = openMapping(cipher, job.mapping_cipher as Buffer)
  const incoming = staging.incomingInRange(vendorId, job.id, range)
  const previewedActions = await findPreviewedActions(tx, vendorId, job, range)
  const upserted = await upsertContacts(tx, vendorId, {
    incoming,
    strategy: job.merge_strategy,
    decide: async (pairs) => {
      await deps.blindIndex.refresh(tx)
      return decideMergesInThread(deps, vendorId, job.merge_strategy, pairs)
    },
    source: 'IMPORT',
    assumeNew: trustsPreview && previewedActions.size === 0,
    withoutLabels: !givesLabels({ columns, labels: job.labels }),
    actorId: job.actor_id,
    jobId: job.id,
    now,
  })
  if (columns.some(({ field }) => field === 'consent'))
    await optOutImported(tx, vendorId, staging.optOutsInRange(vendorId, job.id, range), { jobId: job.id, now })
  const { listName } = openDetails(cipher, job.details_cipher)
  if (listName)
    await addMembersByHash(tx, vendorId, await findOrCreateStaticList(tx, vendorId, listName, now), incoming, {
      jobId: job.id,
      now,
    })

  if (job.parent_job_id) await insertRepairedRows(tx, vendorId, job.id, job.parent_job_id, range.firstRow)
  const current = await sql.lockJob(tx, vendorId, job.id)
  if (current?.status !== 'PERSISTING') throw new Superseded()
  // If the database crashed since they were staged, there were no rows to upsert.
  if (!(await staging.isStaged(tx, vendorId, job.id))) throw new Error('the staged rows have been deleted')
  const isSaved = await chunks.updateChunk(tx, vendorId, job.id, range.firstRow, 'STAGED', {
    state: 'PERSISTED',
    claimed_by: null,
    created: upserted.created,
    updated: upserted.updated,
    merged: upserted.merged,
    skipped: upserted.skipped,
    changed_since_preview: countChangedSincePreview(upserted, previewedActions),
  })
  if (!isSaved) throw new Superseded()
  return completeIfDone(tx, vendorId, current, now)
}

/** If the preview found no existing contacts, there are no actions to look up. */
const findPreviewedActions = async (tx: Tx, vendorId: VendorId, job: sql.JobRow, range: staging.RowRange) =>
  job.summary?.totalExistingContacts === 0
    ? new Map<string, string>()
    : decisions.findPreviewedActions(tx, vendorId, job.id, range)

/** How many contacts were handled differently from the preview, because the address book had changed meanwhile. */
function countChangedSincePreview({ existing }: UpsertResult, previewedActions: ReadonlyMap<string, string>): number {
  const found = new Set(existing.map(({ incomingId }) => incomingId))
  const vanished = [...previewedActions.keys()].filter((id) => !found.has(id)).length
  const different = existing.filter(
    ({ incomingId, decision }) => (previewedActions.get(incomingId) ?? 'CREATE') !== (decision?.action ?? 'SKIP'),
  ).length
  return vanished + different
}

/** Returns the totals of the import if this completed it. */
async function completeIfDone(
  tx: Tx,
  vendorId: VendorId,
  job: sql.JobRow,
  now: Date,
): Promise<ChunkTotals | undefined> {
  const totals = await chunks.findChunkTotals(tx, vendorId, job.id)
  if (totals.persisted < totals.chunks) return undefined
  const end = totals.invalidRows === 0 ? 'COMPLETED' : 'PARTIAL_SUCCESS'
  if (!(await sql.transitionJob(tx, vendorId, job.id, ['PERSISTING'], [end], now))) return undefined
  if (totals.contacts >= SEQUENTIAL_CONTACTS_MIN)
    await addToOutbox(tx, vendorId, inspectNumbers, { jobId: job.id }, now)
  return totals
}
