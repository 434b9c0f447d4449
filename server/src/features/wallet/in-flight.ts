import type { VendorId } from '../../domain/ids.ts'
import type { Tx } from '../../platform/db/db.ts'
import * as sql from './sql.ts'

/**
 * What messages outside campaigns will cost while they are under way, so that the charge of each fits when it comes. It
 * is held from the claim (QUEUED → SENDING) on and ends when the message is settled, or goes back to QUEUED. False: the
 * wallet does not cover it beside the others, or is empty, and the message has to wait.
 */
export const tryHoldInFlight = (tx: Tx, vendorId: VendorId, costMinorUnit: bigint): Promise<boolean> =>
  sql.holdInFlight(tx, vendorId, costMinorUnit)

/** The sum for several at once. */
export const endInFlight = async (tx: Tx, vendorId: VendorId, costMinorUnit: bigint) => {
  if (costMinorUnit > 0n) await sql.endInFlight(tx, vendorId, costMinorUnit)
}
