import type { VendorId } from '../../../domain/ids.ts'
import type { Db } from '../../../platform/db/db.ts'
import * as sql from '../sql.ts'

/** What a subscription began with: the payment that bought its first cycle, and until when that may be asked back. */
export async function firstMonthOf(db: Db, vendorId: VendorId, subscriptionId: string) {
  const { cycle, refund_deadline: refundDeadline } = await sql.findSubscription(db, vendorId, subscriptionId)
  const first = await sql.findFirstCycle(db, vendorId, subscriptionId)
  return { paymentId: first?.paymentId, cycle, refundDeadline }
}
