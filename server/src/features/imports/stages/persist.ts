import type { VendorId } from '../../../domain/ids.ts'
import { givesLabels } from '../../../domain/imports/rows/sort-cells.ts'
import { inTransaction, type Tx, violatedUnique } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refreshStatistics, type UpsertResult, upsertContacts } from '../../contacts/bulk/upsert-contacts.ts'
import { addMembersByHash, listNamed } from '../../contacts/lists/lists.ts'
import * as chunks from '../chunks.sql.ts'
import { openDetails, openMapping } from '../encrypted-columns.ts'
import { persistChunks } from '../jobs.ts'
import * as sql from '../sql.ts'
import * as staging from '../staging.sql.ts'
import type { ChunkTotals } from '../tables.ts'
import {
  continueElsewhere,
  enqueueRunners,
  type OfChunk,
  type OfRunner,
  Overtaken,
  runChunks,
} from './chunk-runners.ts'
import * as decisions from './merge-decisions.sql.ts'
import { decideInThread } from './merge-decisions.ts'
import { stageOrWait } from './resolve.ts'

/** After confirmation: makes sure that everything is staged as the preview showed it, then starts the chunks. */
export async function beginImportPersisting(deps: Deps, vendorId: VendorId, { jobId }: { jobId: string }) {
  const job = await sql.findJob(deps.db, vendorId, jobId)
  if (job?.status !== 'PERSISTING') return
  await stageOrWait(deps, vendorId, job)
  await inTransaction(deps.db, (tx) => beginWithin(tx, vendorId, jobId, deps.clock.now()))
}

async function beginWithin(tx: Tx, vendorId: VendorId, jobId: string, now: Date) {
  const job = await sql.lockJob(tx, vendorId, jobId)
  if (job?.status !== 'PERSISTING') return
  await enqueueRunners(tx, vendorId, jobId, persistChunks, now)
  await endIfDone(tx, vendorId, job, now)
}

/** One of those who work on an import until all its contacts are in the address book. */
export const persistImportChunks = (deps: Deps, vendorId: VendorId, { jobId, runner }: OfRunner) =>
  runChunks(
    async () => {
      const job = await sql.findJob(deps.db, vendorId, jobId)
      if (job?.status !== 'PERSISTING') return undefined
      return inTransaction(deps.db, (tx) => chunks.claimChunk(tx, vendorId, jobId, runner, ['STAGED']))
    },
    (firstRow) => persistOneChunk(deps, vendorId, { jobId, firstRow }),
  )

/**
 * Takes the contacts of one chunk into the address book: contacts, audit rows and the chunk's own end are one
 * transaction, so that running it again changes nothing. The job's row is locked last; a cancel that comes first undoes
 * all of it, one that comes later finds it done.
 */
export async function persistOneChunk(deps: Deps, vendorId: VendorId, { jobId, firstRow }: OfChunk) {
  const [job, chunk] = await Promise.all([
    sql.findJob(deps.db, vendorId, jobId),
    chunks.findRange(deps.db, vendorId, jobId, firstRow),
  ])
  if (job?.status !== 'PERSISTING' || chunk?.state !== 'STAGED') return
  await stageOrWait(deps, vendorId, job)
  const persist = (isTrusting: boolean) =>
    inTransaction(deps.db, (tx) => persistWithin(tx, deps, vendorId, job, chunk, isTrusting)).catch(continueElsewhere)
  const ended = await persist(true).catch((error) => {
    if (violatedUnique(error) === undefined) throw error
    return persist(false)
  })
  if (ended && ended.created >= MANY_CONTACTS) await refreshStatistics(deps.db)
}

/** So many new contacts that what the database thought of the address book may mislead it. */
const MANY_CONTACTS = 5_000

/** Trusting the preview, contacts that it calls new are not looked for. Somebody may have made them since: it throws. */
async function persistWithin(
  tx: Tx,
  deps: Deps,
  vendorId: VendorId,
  job: sql.JobRow,
  range: staging.RowRange,
  isTrusting: boolean,
): Promise<ChunkTotals | undefined> {
  const now = deps.clock.now()
  const cipher = await deps.keyring.of(deps.db, vendorId)
  const columns = openMapping(cipher, job.mapping_cipher as Buffer)
  const incoming = staging.incomingInRange(vendorId, job.id, range)
  const announced = await announcedIn(tx, vendorId, job, range)
  const absorbed = await upsertContacts(tx, vendorId, {
    incoming,
    strategy: job.merge_strategy,
    decide: (pairs) => decideInThread(deps, vendorId, job.merge_strategy, pairs),
    source: 'IMPORT',
    areNew: isTrusting && announced.size === 0,
    areUnlabelled: !givesLabels({ columns, labels: job.labels }),
    actorId: job.actor_id,
    jobId: job.id,
    now,
  })
  const { listName } = openDetails(cipher, job.details_cipher)
  if (listName) await addMembersByHash(tx, vendorId, await listNamed(tx, vendorId, listName, now), incoming, now)

  // Had the database crashed since they were staged, there would have been no rows to take in.
  if (!(await staging.isStaged(tx, vendorId, job.id))) throw new Error('the staged rows have been deleted')
  const current = await sql.lockJob(tx, vendorId, job.id)
  const isKept =
    current?.status === 'PERSISTING' &&
    (await chunks.changeChunk(tx, vendorId, job.id, range.firstRow, 'STAGED', {
      state: 'PERSISTED',
      claimed_by: null,
      created: absorbed.created,
      updated: absorbed.updated,
      merged: absorbed.merged,
      skipped: absorbed.skipped,
      changed_since_preview: countChanged(absorbed, announced),
    }))
  if (!isKept) throw new Overtaken()
  return endIfDone(tx, vendorId, current, now)
}

/** A file of nothing but new contacts need not be looked through for others. */
const announcedIn = async (tx: Tx, vendorId: VendorId, job: sql.JobRow, range: staging.RowRange) =>
  job.summary?.totalExistingContacts === 0
    ? new Map<string, string>()
    : decisions.announcedIn(tx, vendorId, job.id, range)

/** How many contacts fared otherwise than the preview said, because the address book had changed meanwhile. */
function countChanged({ existing }: UpsertResult, announced: ReadonlyMap<string, string>): number {
  const found = new Set(existing.map(({ incomingId }) => incomingId))
  const vanished = [...announced.keys()].filter((id) => !found.has(id)).length
  const otherwise = existing.filter(
    ({ incomingId, decision }) => (announced.get(incomingId) ?? 'CREATE') !== (decision?.action ?? 'SKIP'),
  ).length
  return vanished + otherwise
}

/** Gives what the import came to, if this was its end. */
async function endIfDone(tx: Tx, vendorId: VendorId, job: sql.JobRow, now: Date): Promise<ChunkTotals | undefined> {
  const totals = await chunks.totalsOf(tx, vendorId, job.id)
  if (totals.persisted < totals.chunks) return undefined
  const end = totals.invalidRows === 0 ? 'COMPLETED' : 'PARTIAL_SUCCESS'
  return (await sql.moveJob(tx, vendorId, job.id, ['PERSISTING'], [end], now)) ? totals : undefined
}
