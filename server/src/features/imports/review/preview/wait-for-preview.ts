import { setTimeout as sleep } from 'node:timers/promises'
import type { VendorId } from '../../../../domain/ids.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { AppError } from '../../../../platform/errors.ts'
import { getImport, invalidState } from '../../lifecycle/find-import.ts'
import { ensureResolved } from '../../stages/resolve.ts'
import { ignoreSuperseded } from '../../staging/revision.ts'
import type { ImportRevision } from '../../tables.ts'

const ATTEMPTS_MAX = 100
const WAIT_MS = 100

/**
 * Computes the preview if it is not up to date with the strategy and the repairs, or waits while another process does.
 * There is nothing to wait for when the review has ended. With another mapping, there is another preview.
 */
export async function waitForPreview(
  deps: Pick<Deps, 'db' | 'keyring' | 'threads' | 'lock'>,
  vendorId: VendorId,
  seen: ImportRevision,
) {
  for (let tries = 0; tries < ATTEMPTS_MAX; tries++) {
    const job = await getImport(deps.db, vendorId, seen.id)
    if (job.revision !== seen.revision) throw invalidState(job.status)
    if (job.status !== 'PENDING_REVIEW' || (await ensureResolved(deps, vendorId, job).catch(ignoreSuperseded))) return
    await sleep(WAIT_MS)
  }
  throw new AppError('SERVICE_UNAVAILABLE', { detail: 'The preview is still being computed.', retryAfterSeconds: 5 })
}
