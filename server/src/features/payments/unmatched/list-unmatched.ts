import { assert } from '../../../domain/assert.ts'
import { amountLeftOf } from '../../../domain/billing/unmatched-payment.ts'
import { toJsonInteger } from '../../../domain/money/money.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Page } from '../../../platform/http/pagination.ts'
import type { UnmatchedPaymentView } from '../schema.ts'
import * as sql from './unmatched.cross-vendor.sql.ts'

/** For operators: payments that could not be credited, and their current state. */
export async function listUnmatched(db: Db, filter: sql.UnmatchedFilter, page: Page) {
  const [rows, total] = await Promise.all([sql.listUnmatched(db, filter, page), sql.countUnmatched(db, filter)])
  const refunds = rows.length > 0 ? await sql.listRefunds(db, idsOf(rows)) : []
  return { rows: rows.map((row) => ({ id: row.id, view: present(row, refunds) })), total }
}

/** Reads within the transaction, so it shows uncommitted changes. */
export async function presentUnmatched(db: Db, id: string): Promise<UnmatchedPaymentView> {
  const row = await sql.findUnmatched(db, id)
  assert(row, 'an unplaced payment is never deleted')
  return present(row, await sql.listRefunds(db, [id]))
}

export const amountLeft = async (db: Db, row: sql.UnmatchedRow) =>
  amountLeftOf(row.amount_minor_unit, (await sql.listRefunds(db, [row.id])).map(asRefund))

export const asRefund = ({ amount_minor_unit: amountMinorUnit, status }: sql.PaymentRefundRow) => ({
  amountMinorUnit,
  status,
})

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

function present(
  row: sql.UnmatchedRow & { companyName: string | null },
  allRefunds: readonly sql.PaymentRefundRow[],
): UnmatchedPaymentView {
  const refunds = allRefunds.filter(({ payment_id }) => payment_id === row.id)
  return {
    gatewayPaymentId: row.gateway_payment_id,
    state: row.state,
    reason: row.reason,
    vendorId: row.vendor_id,
    companyName: row.companyName,
    orderId: row.order_id,
    gatewayOrderId: row.gateway_order_id,
    amountMinorUnit: toJsonInteger(row.amount_minor_unit),
    currency: row.currency,
    refundedMinorUnit: toJsonInteger(
      row.amount_minor_unit - amountLeftOf(row.amount_minor_unit, refunds.map(asRefund)),
    ),
    arrivedAt: row.arrived_at.toISOString(),
    decidedBy: row.decided_by,
    closedAt: row.closed_at?.toISOString() ?? null,
    creditedVendorId: row.credited_vendor_id,
    refunds: refunds.map((refund) => ({
      gatewayRefundId: refund.gateway_refund_id,
      amountMinorUnit: toJsonInteger(refund.amount_minor_unit),
      status: refund.status,
      failure: refund.failure,
      requestedBy: refund.requested_by,
      createdAt: refund.created_at.toISOString(),
    })),
  }
}
