import { assert } from '../../../domain/assert.ts'
import { stateAfterRefunds } from '../../../domain/billing/unmatched-payment.ts'
import { PLATFORM } from '../../../domain/ids.ts'
import { toJsonInteger } from '../../../domain/money/money.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { newId } from '../../../platform/ids.ts'
import type { RefundEvent } from '../../../ports/payment-gateway.ts'
import { notify } from '../../notifications/notify.ts'
import { addToOutbox } from '../../outbox/add.ts'
import { closeFlaggedDeadLetters } from '../../webhook-intake/flagged.ts'
import { mailOperators } from '../jobs.ts'
import { asRefund } from './list-unmatched.ts'
import * as sql from './unmatched.cross-vendor.sql.ts'

/** The gateway's result for one refund. */
export type RefundOutcome =
  | { status: 'pending' | 'processed'; gatewayRefundId: string }
  | { status: 'failed'; gatewayRefundId: string | null; failure?: string }

/**
 * Applies the gateway's answer or its webhook. They may arrive in any order and repeatedly; each result takes effect
 * once.
 */
export async function settleRefund(tx: Tx, refund: sql.PaymentRefundRow, outcome: RefundOutcome, now: Date) {
  const payment = await sql.lockUnmatchedById(tx, refund.payment_id)
  assert(payment, 'a refund belongs to a payment')
  const updated = await sql.moveRefund(tx, refund.id, refundChange(outcome, now))
  if (!updated) return
  await updateState(tx, payment, now)
  if (updated.status === 'FAILED' && updated.requested_by !== null)
    await addToOutbox(tx, PLATFORM, mailOperators, { paymentId: payment.id, failedRefundId: updated.id }, now)
}

function refundChange(outcome: RefundOutcome, now: Date) {
  const id = outcome.gatewayRefundId !== null && { gateway_refund_id: outcome.gatewayRefundId }
  switch (outcome.status) {
    case 'pending':
      return { status: 'ACCEPTED' as const, ...id }
    case 'processed':
      return { status: 'PROCESSED' as const, settled_at: now, ...id }
    case 'failed':
      return { status: 'FAILED' as const, settled_at: now, failure: outcome.failure ?? 'GATEWAY_FAILED', ...id }
  }
}

/** False when the refund is not of an unmatched payment. */
export async function applyUnmatchedRefundEvent(tx: Tx, event: RefundEvent, now: Date): Promise<boolean> {
  const payment = await sql.lockUnmatched(tx, event.gatewayPaymentId)
  if (!payment) return false
  const { gatewayRefundId, status } = event
  if (status !== 'pending' && status !== 'processed' && status !== 'failed') return true
  const refunds = await sql.listRefunds(tx, [payment.id])
  // The event may arrive before the answer to our call, which contains the refund's id.
  const known =
    refunds.find((refund) => refund.gateway_refund_id === gatewayRefundId) ??
    refunds.find((refund) => refund.status === 'PLANNED' && refund.amount_minor_unit === event.amountMinorUnit)
  if (known) await settleRefund(tx, known, { status, gatewayRefundId }, now)
  // The rest has been credited without this part. If the refund failed, that part is left over and an operator has to
  // look at it.
  if (isCredited(payment)) return known !== undefined && status !== 'failed'
  if (known || status === 'failed') return true
  await insertExternalRefund(tx, payment.id, { ...event, status }, now)
  await updateState(tx, payment, now)
  return true
}

/** A refund made directly at the gateway. */
export interface ExternalRefund {
  gatewayRefundId: string
  amountMinorUnit: bigint
  status: 'pending' | 'processed'
}

/** Recorded, so that the amount is not credited or refunded again. */
export const insertExternalRefund = (tx: Tx, paymentId: string, refund: ExternalRefund, now: Date) =>
  sql.insertRefund(tx, {
    id: newId<'paymentRefund'>(),
    payment_id: paymentId,
    amount_minor_unit: refund.amountMinorUnit,
    requested_by: null,
    created_at: now,
    ...refundChange(refund, now),
  })

const isCredited = ({ state }: sql.UnmatchedRow) => state === 'CREDITED' || state === 'PLACED'

async function updateState(tx: Tx, payment: sql.UnmatchedRow, now: Date) {
  if (isCredited(payment)) return
  const refunds = (await sql.listRefunds(tx, [payment.id])).map(asRefund)
  const state = stateAfterRefunds(payment.amount_minor_unit, refunds)
  await sql.updateUnmatched(tx, payment.id, { state, closed_at: state === 'REFUNDED' ? now : null })
  if (state !== 'REFUNDED' || payment.state === 'REFUNDED') return
  await closeFlaggedDeadLetters(tx, payment.gateway_payment_id, now)
  const { vendor_id: vendorId, gateway_payment_id: gatewayPaymentId, currency } = payment
  if (vendorId === null) return
  const figures = { gatewayPaymentId, amountMinorUnit: toJsonInteger(payment.amount_minor_unit), currency }
  await notify(tx, vendorId, { kind: 'PAYMENT_REFUNDED', ...figures }, `payment-refunded-${gatewayPaymentId}`, now)
}
