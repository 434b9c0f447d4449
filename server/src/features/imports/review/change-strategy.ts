import { setTimeout as sleep } from 'node:timers/promises'
import type { MergeStrategy } from '../../../domain/contacts/contact.ts'
import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Vendor } from '../../../platform/http/principal.ts'
import { assertFullReplaceAllowed } from '../assert-full-replace-allowed.ts'
import { assertStatus, importOf, lockImport } from '../lifecycle/find-import.ts'
import * as sql from '../sql.ts'
import { stageMissingRows } from '../stages/resolve.ts'
import { statusOf } from './status.ts'

type StrategyDeps = Pick<Deps, 'db' | 'keyring' | 'threads' | 'clock' | 'lock'>

/** Another strategy after the preview has been seen: the preview is computed again. */
export async function changeStrategy(
  deps: StrategyDeps,
  who: Vendor,
  jobId: string,
  choice: { mergeStrategy: MergeStrategy; confirmFullReplace?: boolean | undefined },
) {
  const { vendorId } = who
  await importOf(deps.db, vendorId, jobId)
  assertFullReplaceAllowed(who, choice)
  const change = { merge_strategy: choice.mergeStrategy, updated_at: deps.clock.now() }
  await inTransaction(deps.db, (tx) => changeWithin(tx, who, jobId, change))
  await computeAgain(deps, vendorId, jobId)
  return statusOf(deps, vendorId, jobId)
}

async function changeWithin(tx: Tx, { vendorId }: Vendor, jobId: string, change: sql.JobChange) {
  assertStatus(await lockImport(tx, vendorId, jobId), 'PENDING_REVIEW')
  await sql.changeJob(tx, vendorId, jobId, change)
}

const TRIES_MAX = 20
const WAIT_MS = 500

/** While somebody else computes the preview this waits, and then looks what is left to do. */
async function computeAgain(deps: StrategyDeps, vendorId: Vendor['vendorId'], jobId: string) {
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    if (await stageMissingRows(deps, vendorId, await importOf(deps.db, vendorId, jobId))) return
    await sleep(WAIT_MS)
  }
  throw new AppError('SERVICE_UNAVAILABLE', { detail: 'The preview is still being computed.', retryAfterSeconds: 5 })
}
