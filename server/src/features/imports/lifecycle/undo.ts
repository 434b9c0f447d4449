import type { VendorId } from '../../../domain/ids.ts'
import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import type { VendorPrincipal } from '../../../platform/http/principal.ts'
import type { IdempotencyRecord } from '../../../platform/idempotency/idempotency.ts'
import { recordForVendor } from '../../audit/record-for-vendor.ts'
import { undoImportChanges } from '../../contacts/bulk/undo.ts'
import { codecFor } from '../../contacts/codec.ts'
import { type Membership, removeMembersOfImport } from '../../contacts/lists/lists.ts'
import { addToOutbox } from '../../outbox/add.ts'
import { undoChanges } from '../jobs.ts'
import { deleteRepairedRows } from '../lineage/lineage.sql.ts'
import * as sql from '../sql.ts'
import { assertStatus, lockImport } from './find-import.ts'

/** Reverts what the import changed, except for contacts that were modified since. Possible once. */
export async function undoImport(
  deps: Pick<Deps, 'db' | 'clock'>,
  who: VendorPrincipal,
  jobId: string,
  idempotency: IdempotencyRecord,
) {
  const now = deps.clock.now()
  const answer = { jobId, undo: { state: 'RUNNING' as const, restored: 0, removed: 0, kept: 0 } }
  await inTransaction(deps.db, (tx) =>
    beginWithin(tx, who, jobId, now, (inner) => idempotency.saveAnswer(inner, 202, answer)),
  )
  return answer
}

async function beginWithin(
  tx: Tx,
  who: VendorPrincipal,
  jobId: string,
  now: Date,
  saveAnswer: (tx: Tx) => Promise<void>,
) {
  const { vendorId } = who
  const job = await lockImport(tx, vendorId, jobId)
  assertStatus(job, 'COMPLETED', 'PARTIAL_SUCCESS')
  if (job.undo_state)
    throw new AppError('INVALID_STATE', {
      detail: 'This import has already been undone.',
      members: { currentStatus: job.status },
    })
  await beginUndo(tx, vendorId, jobId, now)
  await recordForVendor(tx, who, { action: 'IMPORT_UNDONE', subjectType: 'importJob', subjectId: jobId }, now)
  await saveAnswer(tx)
}

/** For a job that this transaction has locked and that saves nothing any more. */
export async function beginUndo(tx: Tx, vendorId: VendorId, jobId: string, now: Date) {
  await sql.updateJob(tx, vendorId, jobId, { undo_state: 'RUNNING' })
  await deleteRepairedRows(tx, vendorId, jobId)
  await addToOutbox(tx, vendorId, undoChanges, { jobId }, now)
}

/** Each batch scans the import's part of the audit log. */
const BATCH_CONTACTS = 10_000

/** Works in batches; the position is stored with each batch, so that none is undone twice. */
export async function undoImportJob(
  deps: Deps,
  vendorId: VendorId,
  { jobId }: { jobId: string },
  limit = BATCH_CONTACTS,
) {
  let members: Membership | undefined
  const undoMembers = (tx: Tx) => undoMembersWithin(tx, vendorId, jobId, members, limit)
  do members = await inTransaction(deps.db, undoMembers)
  while (members)
  const undoBatch = () =>
    inTransaction(deps.db, (tx) => undoBatchWithin(tx, deps, vendorId, jobId, limit, deps.clock.now()))
  while (!(await undoBatch()));
}

/** A job that runs again after a crash takes off lists what is left. */
async function undoMembersWithin(
  tx: Tx,
  vendorId: VendorId,
  jobId: string,
  after: Membership | undefined,
  limit: number,
) {
  const job = await sql.lockJob(tx, vendorId, jobId)
  return job?.undo_state === 'RUNNING' ? removeMembersOfImport(tx, vendorId, jobId, after, limit) : undefined
}

async function undoBatchWithin(
  tx: Tx,
  deps: Pick<Deps, 'keyring' | 'blindIndex'>,
  vendorId: VendorId,
  jobId: string,
  limit: number,
  now: Date,
) {
  const job = await sql.lockJob(tx, vendorId, jobId)
  if (job?.undo_state !== 'RUNNING') return true
  const openCodec = () => codecFor(deps, tx, vendorId)
  const batch = { openCodec, jobId, actorId: job.actor_id, now, after: job.undo_after, limit }
  const undone = await undoImportChanges(tx, vendorId, batch)
  await sql.updateJob(tx, vendorId, jobId, {
    undo_state: undone.done ? 'DONE' : 'RUNNING',
    undo_after: undone.after,
    undo_restored: job.undo_restored + undone.restored,
    undo_removed: job.undo_removed + undone.removed,
    undo_kept: job.undo_kept + undone.kept,
  })
  return undone.done
}
