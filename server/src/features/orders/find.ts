import { type OrderType, statusAt } from '../../domain/billing/payment-order.ts'
import type { VendorId } from '../../domain/ids.ts'
import type { Db } from '../../platform/db/db.ts'
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

/** Whether the vendor has created an order since then that is still unpaid. */
export const hasUnpaidOrderSince = (db: Db, vendorId: VendorId, since: Date): Promise<boolean> =>
  sql.hasUnpaidSince(db, vendorId, since)
