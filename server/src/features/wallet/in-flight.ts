import type { VendorId } from '../../domain/ids.ts'
import type { Tx } from '../../platform/db/db.ts'
import * as sql from './sql.ts'

/**
 * Holds the cost of a message outside campaigns while it is in flight, so that the balance covers its charge. The hold
 * starts when the message is claimed (QUEUED → SENDING) and ends when it is settled or returned to QUEUED. Returns
 * false when the balance is empty or does not cover it besides the other holds; the message then has to wait.
 */
export const tryHoldInFlight = (tx: Tx, vendorId: VendorId, costMinorUnit: bigint): Promise<boolean> =>
  sql.holdInFlight(tx, vendorId, costMinorUnit)

/** Releases the total of several holds at once. */
export const releaseInFlight = async (tx: Tx, vendorId: VendorId, costMinorUnit: bigint) => {
  if (costMinorUnit > 0n) await sql.releaseInFlight(tx, vendorId, costMinorUnit)
}
