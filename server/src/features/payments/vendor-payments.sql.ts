import { type SqlBool, sql } from 'kysely'
import type { OrderType } from '../../domain/billing/payment-order.ts'
import type { UnmatchedState } from '../../domain/billing/unmatched-payment.ts'
import type { VendorId } from '../../domain/ids.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Page } from '../../platform/http/pagination.ts'

export interface PaymentRow {
  gatewayPaymentId: string
  state: UnmatchedState
  reason: string | null
  amountMinorUnit: bigint
  currency: string
  arrivedAt: Date
  orderId: string | null
  orderType: OrderType | null
  gatewayOrderId: string | null
  invoices: { id: string; invoiceNumber: string | null; type: string }[]
  refundedMinorUnit: bigint
}

/**
 * A payment that was credited has an invoice for each thing that it paid. One that could not be credited is in
 * `unplaced_payment`, and has an invoice as well if it was credited later.
 */
const paymentsOf = (vendorId: VendorId) => sql<PaymentRow>`
  with invoiced as (
    select gateway_payment_id, min(paid_at) as paid_at, sum(total_minor_unit) as total_minor_unit,
           min(currency) as currency,
           jsonb_agg(jsonb_build_object('id', id, 'invoiceNumber', invoice_number, 'type', type) order by id) as invoices
      from invoice where vendor_id = ${vendorId} and gateway_payment_id is not null
     group by gateway_payment_id
  ), unmatched as (
    select * from unplaced_payment where vendor_id = ${vendorId} or credited_vendor_id = ${vendorId}
  ), vendor_orders as (
    select * from payment_order where vendor_id = ${vendorId}
  ), refunds as (
    select gateway_payment_id, sum(amount_minor_unit) as amount_minor_unit
      from (
        select gateway_payment_id, amount_minor_unit from refund_payout
         where vendor_id = ${vendorId} and status <> 'FAILED'
        union all
        select unmatched.gateway_payment_id, refund.amount_minor_unit
          from unplaced_payment_refund refund join unmatched on unmatched.id = refund.payment_id
         where refund.status <> 'FAILED') each_refund
     group by gateway_payment_id
  ), payments as (
    select coalesce(unmatched.gateway_payment_id, invoiced.gateway_payment_id) as gateway_payment_id,
           coalesce(unmatched.state, 'PLACED') as state, unmatched.reason,
           coalesce(unmatched.amount_minor_unit, paid_order.amount_minor_unit, invoiced.total_minor_unit)::bigint
             as amount_minor_unit,
           coalesce(unmatched.currency, paid_order.currency, invoiced.currency) as currency,
           coalesce(unmatched.arrived_at, invoiced.paid_at) as arrived_at,
           coalesce(unmatched.order_id, paid_order.id) as order_id,
           coalesce(unmatched.gateway_order_id, paid_order.gateway_order_id) as gateway_order_id,
           coalesce(invoiced.invoices, '[]') as invoices
      from invoiced
      full join unmatched on unmatched.gateway_payment_id = invoiced.gateway_payment_id
      left join vendor_orders paid_order on paid_order.gateway_payment_id = invoiced.gateway_payment_id
  )
  select payments.gateway_payment_id as "gatewayPaymentId", state, reason,
         payments.amount_minor_unit as "amountMinorUnit", payments.currency, arrived_at as "arrivedAt",
         order_id as "orderId", vendor_orders.type as "orderType", payments.gateway_order_id as "gatewayOrderId",
         invoices, coalesce(refunds.amount_minor_unit, 0)::bigint as "refundedMinorUnit"
    from payments
    left join vendor_orders on vendor_orders.id = payments.order_id
    left join refunds on refunds.gateway_payment_id = payments.gateway_payment_id`

/** Newest first. A cursor is the instant and the payment's id. */
export const listPayments = async (db: Db, vendorId: VendorId, page: Page): Promise<PaymentRow[]> => {
  const { rows } = await sql<PaymentRow>`
    select * from (${paymentsOf(vendorId)}) listed
     where ${isAfter(page.after)}
     order by "arrivedAt" desc, "gatewayPaymentId" desc
     limit ${page.limit} offset ${page.offset}`.execute(db)
  return rows
}

const isAfter = (after: string | undefined) => {
  if (after === undefined) return sql<SqlBool>`true`
  const [at = '', ...id] = after.split(' ')
  return sql<SqlBool>`("arrivedAt", "gatewayPaymentId") < (${at}::timestamptz, ${id.join(' ')})`
}

export const countPayments = async (db: Db, vendorId: VendorId): Promise<number> => {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from (${paymentsOf(vendorId)}) listed`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

export const findPayment = async (db: Db, vendorId: VendorId, gatewayPaymentId: string) => {
  const { rows } = await sql<PaymentRow>`
    select * from (${paymentsOf(vendorId)}) listed where "gatewayPaymentId" = ${gatewayPaymentId}`.execute(db)
  return rows[0]
}
