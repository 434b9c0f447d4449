import { ORDER_CHECK_HOURS_AFTER_END, ORDER_CHECK_SECONDS_MAX, ORDER_CHECK_SECONDS_MIN } from '../../domain/limits.ts'
import type { Db } from '../../platform/db/db.ts'
import * as crossVendor from './cross-vendor.sql.ts'

/** Claims the orders whose gateway check is due. Orders past their expiry become EXPIRED. */
export const claimOrdersToCheck = (db: Db, now: Date, limit: number) =>
  crossVendor.claimDue(db, now, {
    firstSeconds: ORDER_CHECK_SECONDS_MIN,
    mostSeconds: ORDER_CHECK_SECONDS_MAX,
    afterEndSeconds: ORDER_CHECK_HOURS_AFTER_END * 3_600,
    limit,
  })
