import { type OrderType, statusAt } from '../../domain/billing/payment-order.ts'
import { HOUR_MS } from '../../domain/durations.ts'
import type { VendorId } from '../../domain/ids.ts'
import { ORDER_CHECK_HOURS_AFTER_END } from '../../domain/limits.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { notFound } from '../../platform/errors.ts'
import { isId } from '../../platform/ids.ts'
import { isClosedOrClosing } from '../vendors/close.ts'
import * as crossVendor from './cross-vendor.sql.ts'
import * as sql from './sql.ts'

export type Order = sql.OrderRow

/** The newest order of this type that can still be paid and matches these details. */
export const findOpenOrder = (
  db: Db,
  vendorId: VendorId,
  type: OrderType,
  match: sql.OrderDetails,
  now: Date,
): Promise<Order | undefined> => sql.findOpenOrder(db, vendorId, type, match, now)

export async function readOrder(db: Db, vendorId: VendorId, orderId: string): Promise<Order> {
  const order = await sql.findOrder(db, vendorId, orderId)
  if (!order) throw notFound()
  return order
}

/**
 * For the checkout page, which is open to anybody with its address. Undefined when the order cannot be paid or does not
 * exist.
 */
export async function findOrderToPay(db: Db, orderId: string, now: Date): Promise<Order | undefined> {
  const order = isId(orderId) ? await crossVendor.findOrderToPay(db, orderId) : undefined
  if (!order || order.status === 'PAID') return order
  return statusAt(order, now) === 'EXPIRED' || (await isClosedOrClosing(db, order.vendorId)) ? undefined : order
}

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

/** Whether the vendor has created an order since then that is still unpaid. */
export const hasUnpaidOrderSince = (db: Db, vendorId: VendorId, since: Date): Promise<boolean> =>
  sql.hasUnpaidSince(db, vendorId, since)
