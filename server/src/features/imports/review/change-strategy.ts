import type { MergeStrategy } from '../../../domain/contacts/contact.ts'
import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { VendorPrincipal } from '../../../platform/http/principal.ts'
import { assertFullReplaceAllowed } from '../assert-full-replace-allowed.ts'
import { assertStatus, getImport, lockImport } from '../lifecycle/find-import.ts'
import * as sql from '../sql.ts'
import { waitForPreview } from './preview/wait-for-preview.ts'
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
  const changed = await inTransaction(deps.db, (tx) => changeWithin(tx, who, jobId, change))
  await waitForPreview(deps, vendorId, changed)
  return getImportStatus(deps, vendorId, jobId)
}

async function changeWithin(tx: Tx, { vendorId }: VendorPrincipal, jobId: string, change: sql.JobUpdate) {
  const job = await lockImport(tx, vendorId, jobId)
  assertStatus(job, 'PENDING_REVIEW')
  await sql.updateJob(tx, vendorId, jobId, change)
  return job
}
