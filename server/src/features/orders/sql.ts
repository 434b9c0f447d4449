import { type Generated, sql } from 'kysely'
import type { OrderStatus, OrderType } from '../../domain/billing/payment-order.ts'
import type { VendorId } from '../../domain/ids.ts'
import type { Db, Tx } from '../../platform/db/db.ts'

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

const COLUMNS = [
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

const orders = (db: Db) => db.selectFrom('payment_order').select(COLUMNS).$castTo<OrderRow>()

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
  orders(db).where('vendor_id', '=', vendorId).where('id', '=', id).executeTakeFirst()

/** The newest order that can still be paid, matches these details and has not expired. */
export const findOpenOrder = (db: Db, vendorId: VendorId, type: OrderType, match: OrderDetails, now: Date) =>
  orders(db)
    .where('vendor_id', '=', vendorId)
    .where('type', '=', type)
    .where('status', 'in', ['CREATED', 'FAILED'])
    .where('expires_at', '>', now)
    .where(sql<boolean>`details @> ${JSON.stringify(match)}::jsonb`)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The payer presents only the order's id. */
export const findOrderToPay = (db: Db, id: string) => orders(db).where('id', '=', id).executeTakeFirst()

/** Finds the order by the gateway's id, which also determines the vendor. Concurrent settlements wait here. */
export const lockOrderOf = (tx: Tx, gatewayOrderId: string) =>
  orders(tx).where('gateway_order_id', '=', gatewayOrderId).forUpdate().executeTakeFirst()

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

/** A failed payment may still be captured, and another attempt may be made. */
export const setFailed = (tx: Tx, gatewayOrderId: string) =>
  tx
    .updateTable('payment_order')
    .set({ status: 'FAILED' })
    .where('gateway_order_id', '=', gatewayOrderId)
    .where('status', '=', 'CREATED')
    .execute()

/**
 * Claims orders whose check is due and schedules the next one. Intervals double, with one check at the order's expiry
 * and a last one later. A crash before the gateway is asked only skips a check.
 */
export const claimDue = async (
  db: Db,
  now: Date,
  every: { firstSeconds: number; mostSeconds: number; afterEndSeconds: number; limit: number },
) => {
  const { rows } = await sql<{ vendorId: VendorId; id: string; gatewayOrderId: string }>`
    with due as (
      select vendor_id, id, expires_at + make_interval(secs => ${every.afterEndSeconds}) as last_check_at
        from payment_order
       where next_check_at <= ${now} order by next_check_at limit ${every.limit} for update skip locked
    )
    update payment_order o
       set checks = least(o.checks + 1, 30),
           status = case when o.status <> 'PAID' and o.expires_at <= ${now} then 'EXPIRED' else o.status end,
           next_check_at = case when due.last_check_at <= ${now} then null else least(
             ${now}::timestamptz + make_interval(secs => least(
               ${every.firstSeconds} * power(2, o.checks + 1), ${every.mostSeconds})),
             case when o.expires_at > ${now} then o.expires_at else due.last_check_at end) end
      from due
     where o.vendor_id = due.vendor_id and o.id = due.id
    returning o.vendor_id as "vendorId", o.id, o.gateway_order_id as "gatewayOrderId"`.execute(db)
  return rows
}

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
