import { setTimeout as sleep } from 'node:timers/promises'
import type { MergeStrategy } from '../../../domain/contacts/contact.ts'
import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import type { VendorPrincipal } from '../../../platform/http/principal.ts'
import { assertFullReplaceAllowed } from '../assert-full-replace-allowed.ts'
import { assertStatus, getImport, lockImport } from '../lifecycle/find-import.ts'
import * as sql from '../sql.ts'
import { ensureResolved } from '../stages/resolve.ts'
import { getImportStatus } from './status.ts'

type StrategyDeps = Pick<Deps, 'db' | 'keyring' | 'threads' | 'clock' | 'lock'>

/** Changes the strategy during review and recomputes the preview. */
export async function changeStrategy(
  deps: StrategyDeps,
  who: VendorPrincipal,
  jobId: string,
  choice: { mergeStrategy: MergeStrategy; confirmFullReplace?: boolean | undefined },
) {
  const { vendorId } = who
  await getImport(deps.db, vendorId, jobId)
  assertFullReplaceAllowed(who, choice)
  const change = { merge_strategy: choice.mergeStrategy, updated_at: deps.clock.now() }
  await inTransaction(deps.db, (tx) => changeWithin(tx, who, jobId, change))
  await recomputePreview(deps, vendorId, jobId)
  return getImportStatus(deps, vendorId, jobId)
}

async function changeWithin(tx: Tx, { vendorId }: VendorPrincipal, jobId: string, change: sql.JobUpdate) {
  assertStatus(await lockImport(tx, vendorId, jobId), 'PENDING_REVIEW')
  await sql.updateJob(tx, vendorId, jobId, change)
}

const ATTEMPTS_MAX = 20
const WAIT_MS = 500

/** Waits while another process computes the preview, then does what is left. */
async function recomputePreview(deps: StrategyDeps, vendorId: VendorPrincipal['vendorId'], jobId: string) {
  for (let tries = 0; tries < ATTEMPTS_MAX; tries++) {
    if (await ensureResolved(deps, vendorId, await getImport(deps.db, vendorId, jobId))) return
    await sleep(WAIT_MS)
  }
  throw new AppError('SERVICE_UNAVAILABLE', { detail: 'The preview is still being computed.', retryAfterSeconds: 5 })
}
