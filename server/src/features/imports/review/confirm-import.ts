import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { VendorPrincipal } from '../../../platform/http/principal.ts'
import type { IdempotencyRecord } from '../../../platform/idempotency/idempotency.ts'
import { addToOutbox } from '../../outbox/add.ts'
import { assertFullReplaceAllowed } from '../assert-full-replace-allowed.ts'
import { beginPersisting } from '../jobs.ts'
import { invalidState, lockImport } from '../lifecycle/find-import.ts'
import * as sql from '../sql.ts'

/** Confirms the preview. Of concurrent confirms and cancels, one wins. */
export async function confirmImport(
  deps: Pick<Deps, 'db' | 'clock'>,
  who: VendorPrincipal,
  jobId: string,
  idempotency: IdempotencyRecord,
) {
  const answer = { jobId, status: 'PERSISTING' as const }
  const now = deps.clock.now()
  await inTransaction(deps.db, (tx) =>
    confirmWithin(tx, who, jobId, now, (inner) => idempotency.saveAnswer(inner, 202, answer)),
  )
  return answer
}

async function confirmWithin(
  tx: Tx,
  who: VendorPrincipal,
  jobId: string,
  now: Date,
  saveAnswer: (tx: Tx) => Promise<void>,
) {
  const { vendorId } = who
  const job = await lockImport(tx, vendorId, jobId)
  if (job.status !== 'PENDING_REVIEW') throw invalidState(job.status)
  assertFullReplaceAllowed(who, { mergeStrategy: job.merge_strategy, confirmFullReplace: true })
  await sql.transitionJob(tx, vendorId, jobId, ['PENDING_REVIEW'], ['PERSISTING'], now)
  await addToOutbox(tx, vendorId, beginPersisting, { jobId }, now)
  await saveAnswer(tx)
}
