import { PLATFORM, type VendorId } from '../../../domain/ids.ts'
import { toJsonInteger } from '../../../domain/money/money.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { newId } from '../../../platform/ids.ts'
import type { ReportedPayment } from '../../../ports/payment-gateway.ts'
import { notify } from '../../notifications/notify.ts'
import { addToOutbox } from '../../outbox/add.ts'
import { closeFlaggedDeadLetters } from '../../webhook-intake/flagged.ts'
import { mailOperators } from '../jobs.ts'
import { type ExternalRefund, insertExternalRefund } from './settle-refund.ts'
import * as sql from './unmatched.cross-vendor.sql.ts'

interface UnmatchedPayment {
  payment: Pick<ReportedPayment, 'gatewayPaymentId' | 'gatewayOrderId' | 'amountMinorUnit' | 'currency'>
  /** What the gateway had returned of it before. */
  refunds: readonly ExternalRefund[]
  vendorId: VendorId | null
  orderId: string | null
  reason: string
}

const WORD_CHARS_MAX = 100

/**
 * Records a payment that could not be credited and notifies the vendor and the operators, once per payment. Payments of
 * which nothing is left are ignored: there is nothing to return.
 */
export async function saveUnmatched(tx: Tx, { payment, refunds, ...match }: UnmatchedPayment, now: Date) {
  const { gatewayPaymentId, amountMinorUnit, currency } = payment
  const { vendorId, orderId, reason } = match
  if (refunds.reduce((left, refund) => left - refund.amountMinorUnit, amountMinorUnit) <= 0n) return
  const inserted = await sql.insertUnmatched(tx, {
    id: newId<'unplacedPayment'>(),
    gateway_payment_id: gatewayPaymentId,
    vendor_id: vendorId,
    order_id: orderId,
    gateway_order_id: payment.gatewayOrderId?.slice(0, WORD_CHARS_MAX) ?? null,
    amount_minor_unit: amountMinorUnit,
    currency: currency.slice(0, WORD_CHARS_MAX),
    reason,
    arrived_at: now,
  })
  if (inserted) {
    for (const refund of refunds) await insertExternalRefund(tx, inserted.id, refund, now)
    await addToOutbox(tx, PLATFORM, mailOperators, { paymentId: inserted.id, failedRefundId: null }, now)
  } else await updateMatch(tx, gatewayPaymentId, { vendor_id: vendorId, order_id: orderId, reason })
  if (vendorId === null) return
  const notice = { gatewayPaymentId, amountMinorUnit: toJsonInteger(amountMinorUnit), currency, reason }
  await notify(tx, vendorId, { kind: 'PAYMENT_UNPLACED', ...notice }, `unplaced-${gatewayPaymentId}`, now)
}

/** A replay may find the order that was unknown before. */
async function updateMatch(
  tx: Tx,
  gatewayPaymentId: string,
  known: Pick<sql.UnmatchedRow, 'vendor_id' | 'order_id' | 'reason'>,
) {
  const row = await sql.lockUnmatched(tx, gatewayPaymentId)
  if (row?.state === 'UNPLACED' && known.vendor_id !== null) await sql.updateUnmatched(tx, row.id, known)
}

/** Why a payment waits for an operator. */
type Waiting = { reason: string; vendorId: VendorId | null }

/**
 * Returns whether the payment waits for an operator, or what an operator has decided about it, after which it must have
 * no other effect. Locks the row, so that a concurrent decision and settlement are serialised.
 */
export async function lockUnmatchedState(
  tx: Tx,
  gatewayPaymentId: string,
): Promise<'NONE' | 'DECIDED' | 'PARTLY_REFUNDED' | Waiting> {
  const row = await sql.lockUnmatched(tx, gatewayPaymentId)
  if (!row || row.state === 'PLACED') return 'NONE'
  if (row.state !== 'UNPLACED') return 'DECIDED'
  const refunds = await sql.listRefunds(tx, [row.id])
  if (refunds.some(({ status }) => status !== 'FAILED')) return 'PARTLY_REFUNDED'
  return { reason: row.reason, vendorId: row.vendor_id }
}

/** Closes the record because the payment has been applied after all. */
export async function markMatched(tx: Tx, gatewayPaymentId: string, now: Date) {
  const row = await sql.lockUnmatched(tx, gatewayPaymentId)
  if (row?.state !== 'UNPLACED') return
  await sql.updateUnmatched(tx, row.id, { state: 'PLACED', closed_at: now })
  await closeFlaggedDeadLetters(tx, gatewayPaymentId, now)
}
