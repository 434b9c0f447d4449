import type { VendorId } from '../../../domain/ids.ts'
import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { isClosedOrClosing } from '../../vendors/close.ts'
import { releaseInFlight, tryHoldInFlight } from '../../wallet/in-flight.ts'
import { lockWallet } from '../../wallet/lock.ts'
import { messageRelayWakeups } from './message-relay-wakeups.ts'
import * as crossVendor from './sweep.cross-vendor.sql.ts'
import * as sql from './unfunded.sql.ts'

const VENDORS_AT_ONCE_MAX = 100

/**
 * Requeues unfunded messages outside campaigns once the wallet covers the oldest of them. Those of a closed account are
 * requeued too: the worker that takes them fails them.
 */
export async function resumeFunded(deps: Pick<Deps, 'db' | 'clock'>) {
  for (const { vendorId, costMinorUnit } of await crossVendor.listResumable(deps.db, VENDORS_AT_ONCE_MAX))
    await inTransaction(deps.db, (tx) => resumeWithin(tx, vendorId, costMinorUnit, deps.clock.now()))
}

/** The hold is only a test and is ended at once: each message holds its own money when it is claimed. */
async function resumeWithin(tx: Tx, vendorId: VendorId, oldestCostMinorUnit: bigint, now: Date) {
  await lockWallet(tx, vendorId)
  if (!(await isClosedOrClosing(tx, vendorId))) {
    if (!(await tryHoldInFlight(tx, vendorId, oldestCostMinorUnit))) return
    await releaseInFlight(tx, vendorId, oldestCostMinorUnit)
  }
  await sql.resumeUnfunded(tx, vendorId, now)
  messageRelayWakeups.wakeAfterCommit(tx)
}
