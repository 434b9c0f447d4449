import { type Generated, sql } from 'kysely'
import type { OrderStatus, OrderType } from '../../domain/billing/payment-order.ts'
import type { VendorId } from '../../domain/ids.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { Page } from '../../platform/http/pagination.ts'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    payment_order: {
      vendor_id: VendorId
      id: string
      type: OrderType
      amount_minor_unit: bigint
      currency: string
      status: Generated<OrderStatus>
      gateway_order_id: string
      details: unknown
      gateway_payment_id: string | null
      created_at: Date
      expires_at: Date
      paid_at: Date | null
      next_check_at: Date | null
      checks: Generated<number>
    }
  }
}

export type OrderDetails = Record<string, string | number | boolean | null>

export interface OrderRow {
  vendorId: VendorId
  id: string
  type: OrderType
  amountMinorUnit: bigint
  currency: string
  status: OrderStatus
  gatewayOrderId: string
  details: OrderDetails
  gatewayPaymentId: string | null
  createdAt: Date
  expiresAt: Date
}

export const ORDER_COLUMNS = [
  'vendor_id as vendorId',
  'id',
  'type',
  'amount_minor_unit as amountMinorUnit',
  'currency',
  'status',
  'gateway_order_id as gatewayOrderId',
  'details',
  'gateway_payment_id as gatewayPaymentId',
  'created_at as createdAt',
  'expires_at as expiresAt',
] as const

const ordersOf = (db: Db, vendorId: VendorId) =>
  db.selectFrom('payment_order').select(ORDER_COLUMNS).where('vendor_id', '=', vendorId).$castTo<OrderRow>()

export const listOrders = (db: Db, vendorId: VendorId, page: Page) =>
  ordersOf(db, vendorId)
    .select('paid_at as paidAt')
    .$castTo<OrderRow & { paidAt: Date | null }>()
    .$if(page.after !== undefined, (query) => query.where('id', '<', page.after as string))
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()

export const countOrders = async (db: Db, vendorId: VendorId) => {
  const { count } = await db
    .selectFrom('payment_order')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('vendor_id', '=', vendorId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export const insertOrder = (
  tx: Tx,
  vendorId: VendorId,
  order: Omit<OrderRow, 'vendorId' | 'status' | 'gatewayPaymentId'> & { nextCheckAt: Date },
) =>
  tx
    .insertInto('payment_order')
    .values({
      vendor_id: vendorId,
      id: order.id,
      type: order.type,
      amount_minor_unit: order.amountMinorUnit,
      currency: order.currency,
      gateway_order_id: order.gatewayOrderId,
      details: JSON.stringify(order.details),
      created_at: order.createdAt,
      expires_at: order.expiresAt,
      next_check_at: order.nextCheckAt,
    })
    .execute()

export const findOrder = (db: Db, vendorId: VendorId, id: string) =>
  ordersOf(db, vendorId).where('id', '=', id).executeTakeFirst()

/** The newest order that can still be paid, matches these details and has not expired. */
export const findOpenOrder = (db: Db, vendorId: VendorId, type: OrderType, match: OrderDetails, now: Date) =>
  ordersOf(db, vendorId)
    .where('type', '=', type)
    .where('status', 'in', ['CREATED', 'FAILED'])
    .where('expires_at', '>', now)
    .where(sql<boolean>`details @> ${JSON.stringify(match)}::jsonb`)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** From any other status, because a late capture is a payment too. */
export const setPaid = (
  tx: Tx,
  vendorId: VendorId,
  id: string,
  paid: { gatewayPaymentId: string; nextCheckAt: Date; now: Date },
) =>
  tx
    .updateTable('payment_order')
    .set({
      status: 'PAID',
      gateway_payment_id: paid.gatewayPaymentId,
      paid_at: paid.now,
      next_check_at: paid.nextCheckAt,
    })
    .where('vendor_id', '=', vendorId)
    .where('id', '=', id)
    .where('status', '<>', 'PAID')
    .execute()

export const hasUnpaidSince = async (db: Db, vendorId: VendorId, since: Date) => {
  const row = await db
    .selectFrom('payment_order')
    .select('id')
    .where('vendor_id', '=', vendorId)
    .where('status', '<>', 'PAID')
    .where('created_at', '>', since)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
