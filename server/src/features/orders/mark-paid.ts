import { HOUR_MS } from '../../domain/durations.ts'
import { ORDER_CHECK_HOURS_AFTER_END } from '../../domain/limits.ts'
import type { Tx } from '../../platform/db/db.ts'
import * as crossVendor from './cross-vendor.sql.ts'
import type { Order } from './find.ts'
import * as sql from './sql.ts'

export const lockOrderByGatewayId = (tx: Tx, gatewayOrderId: string): Promise<Order | undefined> =>
  crossVendor.lockOrderByGatewayId(tx, gatewayOrderId)

/** Schedules a last check at the gateway after the order's expiry, in case it was paid twice. */
export function markPaid(tx: Tx, { vendorId, id, expiresAt }: Order, gatewayPaymentId: string, now: Date) {
  const end = Math.max(expiresAt.getTime(), now.getTime())
  const nextCheckAt = new Date(end + ORDER_CHECK_HOURS_AFTER_END * HOUR_MS)
  return sql.setPaid(tx, vendorId, id, { gatewayPaymentId, nextCheckAt, now })
}

/** A failed order can still be paid. */
export const markFailed = (tx: Tx, gatewayOrderId: string) => crossVendor.setFailed(tx, gatewayOrderId)
