import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { Vendor } from '../../../platform/http/principal.ts'
import type { Once } from '../../../platform/idempotency/idempotency.ts'
import { addToOutbox } from '../../outbox/add.ts'
import { assertFullReplaceAllowed } from '../assert-full-replace-allowed.ts'
import { beginPersisting } from '../jobs.ts'
import { lockImport, wrongState } from '../lifecycle/find-import.ts'
import * as sql from '../sql.ts'

/** The person has seen the preview and wants it. Of several confirms and cancels at once, one wins. */
export async function confirmImport(deps: Pick<Deps, 'db' | 'clock'>, who: Vendor, jobId: string, once: Once) {
  const answer = { jobId, status: 'PERSISTING' as const }
  const now = deps.clock.now()
  await inTransaction(deps.db, (tx) => confirmWithin(tx, who, jobId, now, (inner) => once.remember(inner, 202, answer)))
  return answer
}

async function confirmWithin(tx: Tx, who: Vendor, jobId: string, now: Date, remember: (tx: Tx) => Promise<void>) {
  const { vendorId } = who
  const job = await lockImport(tx, vendorId, jobId)
  if (job.status !== 'PENDING_REVIEW') throw wrongState(job.status)
  assertFullReplaceAllowed(who, { mergeStrategy: job.merge_strategy, confirmFullReplace: true })
  await sql.moveJob(tx, vendorId, jobId, ['PENDING_REVIEW'], ['PERSISTING'], now)
  await addToOutbox(tx, vendorId, beginPersisting, { jobId }, now)
  await remember(tx)
}
