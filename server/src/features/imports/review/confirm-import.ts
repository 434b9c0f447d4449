import { setTimeout as sleep } from 'node:timers/promises'
import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { VendorPrincipal } from '../../../platform/http/principal.ts'
import type { IdempotencyRecord } from '../../../platform/idempotency/idempotency.ts'
import { recordForVendor } from '../../audit/record-for-vendor.ts'
import { addToOutbox } from '../../outbox/add.ts'
import { assertFullReplaceAllowed } from '../assert-full-replace-allowed.ts'
import { beginPersisting } from '../jobs.ts'
import { getImport, invalidState, lockImport } from '../lifecycle/find-import.ts'
import { isOutdated, refreshDecisions } from '../merging/merge-decisions.ts'
import * as sql from '../sql.ts'
import { assertPlan } from './plan.ts'
import { waitForPreview } from './preview/wait-for-preview.ts'

type ConfirmDeps = Pick<Deps, 'db' | 'clock' | 'keyring' | 'threads' | 'lock'>

/**
 * Confirms the preview. Of concurrent confirms and cancels, one wins. With a plan, the import is confirmed only if it
 * would do what the plan says to the address book as it is now.
 */
export async function confirmImport(
  deps: ConfirmDeps,
  who: VendorPrincipal,
  jobId: string,
  planHash: string | undefined,
  idempotency: IdempotencyRecord,
) {
  const answer = { jobId, status: 'PERSISTING' as const }
  const now = deps.clock.now()
  for (let attempt = 1; ; attempt++) {
    if (planHash !== undefined) await refreshPlan(deps, who, jobId)
    const plan = planHash === undefined ? undefined : { planHash, isLastAttempt: attempt === ATTEMPTS_MAX }
    const isConfirmed = await inTransaction(deps.db, (tx) =>
      confirmWithin(tx, deps, who, jobId, plan, now, (inner) => idempotency.saveAnswer(inner, 202, answer)),
    )
    if (isConfirmed) return answer
    await sleep(WAIT_MS)
  }
}

/** If contacts of the file keep changing, the last plan that was computed decides. */
const ATTEMPTS_MAX = 20
const WAIT_MS = 50

async function refreshPlan(deps: ConfirmDeps, { vendorId }: VendorPrincipal, jobId: string) {
  await waitForPreview(deps, vendorId, await getImport(deps.db, vendorId, jobId))
  const job = await getImport(deps.db, vendorId, jobId)
  if (job.status === 'PENDING_REVIEW') await refreshDecisions(deps, vendorId, job)
}

/** Returns false when the plan has to be computed again first. */
async function confirmWithin(
  tx: Tx,
  deps: Pick<Deps, 'keyring'>,
  who: VendorPrincipal,
  jobId: string,
  plan: { planHash: string; isLastAttempt: boolean } | undefined,
  now: Date,
  saveAnswer: (tx: Tx) => Promise<void>,
): Promise<boolean> {
  const { vendorId } = who
  const job = await lockImport(tx, vendorId, jobId)
  if (job.status !== 'PENDING_REVIEW') throw invalidState(job.status)
  assertFullReplaceAllowed(who, { mergeStrategy: job.merge_strategy, confirmFullReplace: true })
  if (plan) {
    if (!plan.isLastAttempt && (await isOutdated(tx, vendorId, job))) return false
    await assertPlan(tx, await deps.keyring.of(tx, vendorId), vendorId, job, plan.planHash)
  }
  await sql.transitionJob(tx, vendorId, jobId, ['PENDING_REVIEW'], ['PERSISTING'], now)
  await addToOutbox(tx, vendorId, beginPersisting, { jobId }, now)
  const details = { mergeStrategy: job.merge_strategy }
  const done = { action: 'IMPORT_CONFIRMED', subjectType: 'importJob', subjectId: jobId, details } as const
  await recordForVendor(tx, who, done, now)
  await saveAnswer(tx)
  return true
}
