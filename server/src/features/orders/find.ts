import type { VendorId } from '../../domain/ids.ts'
import { type OrderType, statusAt } from '../../domain/payment-order.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { notFound } from '../../platform/errors.ts'
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

/** For the checkout page, which anybody may open who was given its address. */
export async function readOrderToPay(db: Db, orderId: string, now: Date): Promise<Order> {
  const order = await sql.findOrderToPay(db, orderId)
  if (!order || statusAt(order, now) === 'EXPIRED') throw notFound()
  return order
}

export const lockOrderOf = (tx: Tx, gatewayOrderId: string): Promise<Order | undefined> =>
  sql.lockOrderOf(tx, gatewayOrderId)

export const markPaid = (tx: Tx, { vendorId, id }: Order, gatewayPaymentId: string, now: Date) =>
  sql.setPaid(tx, vendorId, id, gatewayPaymentId, now)

/** Not the end of the order: it can still be paid. */
export const noteFailure = (tx: Tx, gatewayOrderId: string) => sql.setFailed(tx, gatewayOrderId)

/** Whether the vendor began to pay for something since then and has not paid it. */
export const hasOrderSince = (db: Db, vendorId: VendorId, since: Date): Promise<boolean> =>
  sql.hasUnpaidSince(db, vendorId, since)
