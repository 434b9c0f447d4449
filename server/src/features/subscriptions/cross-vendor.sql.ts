// The gateway names its own id before the vendor is known; the sweep finds what is due for every vendor.

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
