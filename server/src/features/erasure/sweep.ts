import { DAY_MS } from '../../domain/durations.ts'
import { crashPoint } from '../../platform/crash-point.ts'
import { inTransaction } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { eraseTeam } from '../team/erase.ts'
import { listErasedWithMembers, listToErase } from '../vendors/close.ts'
import { destroyDataKey } from './destroy-data-key.ts'
import { eraseVendor } from './erase-vendor.ts'

const VENDORS_PER_ROUND_MAX = 20
const TEAMS_PER_ROUND_MAX = 1_000

/**
 * Destroys the data key of vendors that were closed CLOSED_VENDOR_RETENTION_DAYS ago, and deletes their data. A vendor
 * that fails does not hold up the others.
 */
export async function eraseClosedVendors(deps: Pick<Deps, 'db' | 'files' | 'keyring' | 'clock' | 'config' | 'log'>) {
  const now = deps.clock.now()
  const closedBefore = new Date(now.getTime() - deps.config.CLOSED_VENDOR_RETENTION_DAYS * DAY_MS)
  for (const { id: vendorId } of await listToErase(deps.db, closedBefore, VENDORS_PER_ROUND_MAX))
    try {
      if (!(await destroyDataKey(deps, vendorId))) continue
      crashPoint('vendor.data-destroyed')
      await eraseVendor(deps, vendorId, closedBefore, now)
      deps.log.info({ event: 'vendor.erased', vendorId })
    } catch (error) {
      deps.log.error({ event: 'vendor.erase_failed', vendorId, err: error })
    }
}

/** Earlier releases erased vendors without the accounts of their members, and one may still run beside this one. */
export async function eraseRemainingTeams({ db }: Pick<Deps, 'db'>) {
  for (const { id: vendorId } of await listErasedWithMembers(db, TEAMS_PER_ROUND_MAX))
    await inTransaction(db, (tx) => eraseTeam(tx, vendorId))
}
