// A payer or the gateway names an order before the vendor is known; the check claims due orders of every vendor.

import { sql } from 'kysely'
import type { VendorId } from '../../domain/ids.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { ORDER_COLUMNS, type OrderRow } from './sql.ts'

const orders = (db: Db) => db.selectFrom('payment_order').select(ORDER_COLUMNS).$castTo<OrderRow>()

/** The payer presents only the order's id. */
export const findOrderToPay = (db: Db, id: string) => orders(db).where('id', '=', id).executeTakeFirst()

/** Finds the order by the gateway's id, which also determines the vendor. Concurrent settlements wait here. */
export const lockOrderByGatewayId = (tx: Tx, gatewayOrderId: string) =>
  orders(tx).where('gateway_order_id', '=', gatewayOrderId).forUpdate().executeTakeFirst()

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
    with due_orders as (
      select vendor_id, id, expires_at + make_interval(secs => ${every.afterEndSeconds}) as last_check_at
        from payment_order
       where next_check_at <= ${now} order by next_check_at, id limit ${every.limit} for update skip locked
    )
    update payment_order o
       set checks = least(o.checks + 1, 30),
           status = case when o.status <> 'PAID' and o.expires_at <= ${now} then 'EXPIRED' else o.status end,
           next_check_at = case when due_orders.last_check_at <= ${now} then null else least(
             ${now}::timestamptz + make_interval(secs => least(
               ${every.firstSeconds} * power(2, o.checks + 1), ${every.mostSeconds})),
             case when o.expires_at > ${now} then o.expires_at else due_orders.last_check_at end) end
      from due_orders
     where o.vendor_id = due_orders.vendor_id and o.id = due_orders.id
    returning o.vendor_id as "vendorId", o.id, o.gateway_order_id as "gatewayOrderId"`.execute(db)
  return rows
}
