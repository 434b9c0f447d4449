import type { VendorId } from '../../../domain/ids.ts'
import type { Db } from '../../../platform/db/db.ts'
import * as sql from '../sql.ts'

/** The payment that bought the subscription's first cycle, and the deadline for its refund. */
export async function firstMonthOf(db: Db, vendorId: VendorId, subscriptionId: string) {
  const { cycle, refund_deadline: refundDeadline } = await sql.findSubscription(db, vendorId, subscriptionId)
  const first = await sql.findFirstCycle(db, vendorId, subscriptionId)
  return { paymentId: first?.paymentId, cycle, refundDeadline }
}
