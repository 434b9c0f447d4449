// The gateway names its own ids before the vendor is known; the sweep finds what is due for every vendor.

import type { Db } from '../../platform/db/db.ts'

/** Finds it by the gateway's id, which also determines the vendor. */
export const findByGatewayId = (db: Db, gatewaySubId: string) =>
  db.selectFrom('gateway_subscription').selectAll().where('gateway_sub_id', '=', gatewaySubId).executeTakeFirst()

/** Subscriptions of all vendors with a step due. */
export const findDue = (db: Db, now: Date, limit: number) =>
  db
    .selectFrom('subscription')
    .select(['vendor_id as vendorId', 'id'])
    .where('next_step_at', '<=', now)
    .where('status', '<>', 'CANCELLED')
    .orderBy('next_step_at')
    .limit(limit)
    .execute()

export const hasBoughtCycle = async (db: Db, gatewayPaymentId: string) => {
  const row = await db
    .selectFrom('subscription_cycle')
    .select('payment_id')
    .where('payment_id', '=', gatewayPaymentId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
