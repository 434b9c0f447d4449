import type { VendorId } from '../../domain/ids.ts'
import { toJsonInteger } from '../../domain/money/money.ts'
import type { Db } from '../../platform/db/db.ts'
import { notFound } from '../../platform/errors.ts'
import type { Page } from '../../platform/http/pagination.ts'
import type { PaymentView, VendorPaymentView } from './schema.ts'
import { listUnmatched } from './unmatched/list-unmatched.ts'
import * as crossVendor from './vendor-payments.cross-vendor.sql.ts'
import * as sql from './vendor-payments.sql.ts'

/** Everything that a vendor paid, credited or not, newest first. For operators. */
export async function listVendorPayments(db: Db, vendorId: VendorId, page: Page) {
  const [rows, total] = await Promise.all([sql.listPayments(db, vendorId, page), sql.countPayments(db, vendorId)])
  return { rows: rows.map(presentPayment), total }
}

/** The key of the order above. */
export const paymentKey = ({ arrivedAt, gatewayPaymentId }: VendorPaymentView) => `${arrivedAt} ${gatewayPaymentId}`

/** For operators, who know a payment by its id at the gateway. */
export async function readPayment(db: Db, gatewayPaymentId: string): Promise<PaymentView> {
  const filter = { state: undefined, vendorId: undefined, gatewayPaymentId }
  const { rows } = await listUnmatched(db, filter, { number: 1, limit: 1, offset: 0, after: undefined })
  const unmatched = rows[0]?.view ?? null
  const vendor = await crossVendor.vendorOfPayment(db, gatewayPaymentId)
  const row = vendor && (await sql.findPayment(db, vendor.id, gatewayPaymentId))
  if (row) return { ...presentPayment(row), vendorId: vendor.id, companyName: vendor.companyName, unmatched }
  if (!unmatched) throw notFound()
  const { orderId, gatewayOrderId, state, reason, amountMinorUnit, currency, refundedMinorUnit, arrivedAt } = unmatched
  const payment = { gatewayPaymentId, state, reason, amountMinorUnit, currency, refundedMinorUnit, arrivedAt }
  return {
    ...payment,
    ...{ orderId, gatewayOrderId, orderType: null, invoices: [], vendorId: null, companyName: null, unmatched },
  }
}

const presentPayment = (row: sql.PaymentRow): VendorPaymentView => ({
  ...row,
  amountMinorUnit: toJsonInteger(row.amountMinorUnit),
  refundedMinorUnit: toJsonInteger(row.refundedMinorUnit),
  arrivedAt: row.arrivedAt.toISOString(),
})
