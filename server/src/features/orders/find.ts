import { type OrderType, statusAt } from '../../domain/billing/payment-order.ts'
import type { VendorId } from '../../domain/ids.ts'
import { ORDER_CHECK_HOURS_AFTER_END } from '../../domain/limits.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { notFound } from '../../platform/errors.ts'
import { isId } from '../../platform/ids.ts'
import { hasLeft } from '../vendors/close.ts'
import * as sql from './sql.ts'

export type Order = sql.OrderRow

/** The newest order of this type that can still be paid and has these members in its details. */
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

/** For the checkout page, which anybody may open who was given its address. Undefined: it cannot be paid, or never could. */
export async function findOrderToPay(db: Db, orderId: string, now: Date): Promise<Order | undefined> {
  const order = isId(orderId) ? await sql.findOrderToPay(db, orderId) : undefined
  if (!order || order.status === 'PAID') return order
  return statusAt(order, now) === 'EXPIRED' || (await hasLeft(db, order.vendorId)) ? undefined : order
}

export const lockOrderOf = (tx: Tx, gatewayOrderId: string): Promise<Order | undefined> =>
  sql.lockOrderOf(tx, gatewayOrderId)

/** The gateway is asked about it once more when nobody can pay it any longer, lest it was paid twice. */
export function markPaid(tx: Tx, { vendorId, id, expiresAt }: Order, gatewayPaymentId: string, now: Date) {
  const end = Math.max(expiresAt.getTime(), now.getTime())
  const nextCheckAt = new Date(end + ORDER_CHECK_HOURS_AFTER_END * 3_600_000)
  return sql.setPaid(tx, vendorId, id, { gatewayPaymentId, nextCheckAt, now })
}

/** Not the end of the order: it can still be paid. */
export const noteFailure = (tx: Tx, gatewayOrderId: string) => sql.setFailed(tx, gatewayOrderId)

/** Whether the vendor began to pay for something since then and has not paid it. */
export const hasOrderSince = (db: Db, vendorId: VendorId, since: Date): Promise<boolean> =>
  sql.hasUnpaidSince(db, vendorId, since)
