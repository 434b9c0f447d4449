import type { VendorId } from '../../../domain/ids.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import { AppError } from '../../../platform/errors.ts'
import * as cycles from '../cycles.sql.ts'
import * as sql from '../sql.ts'

/** A plan whose payment may be refunded is neither changed nor paid for, because its value would be given twice. */
export async function assertNoRefundPending(db: Db, vendorId: VendorId) {
  const open = await cycles.findOpenRefund(db, vendorId)
  if (open)
    throw new AppError('REFUND_PENDING', {
      detail: 'A refund of the plan is pending. Withdraw the request first, or wait until it is completed.',
      members: { refundRequestId: open.id },
    })
}

/** Serialises changes to the plan and to the value of what was paid for it. */
export const lockPlan = (tx: Tx, vendorId: VendorId, subscriptionId: string) =>
  sql.lockSubscription(tx, vendorId, subscriptionId)

/** The state of the cycle that a payment bought; undefined when it bought none. */
export const cycleOfPayment = (db: Db, vendorId: VendorId, paymentId: string) =>
  cycles.findCycleByPayment(db, vendorId, paymentId)
