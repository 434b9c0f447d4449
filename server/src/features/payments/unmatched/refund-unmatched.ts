import { PLATFORM } from '../../../domain/ids.ts'
import { REFUND_CHECK_MINUTES } from '../../../domain/limits.ts'
import { crashPoint } from '../../../platform/crash-point.ts'
import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { GatewayRefused } from '../../../ports/payment-gateway.ts'
import { promiseInOutbox } from '../../outbox/add.ts'
import { refundPayment } from '../jobs.ts'
import { type RefundOutcome, settleRefund } from './settle-refund.ts'
import * as sql from './unmatched.cross-vendor.sql.ts'

/** Asks the gateway for every unsettled refund of the payment that an operator requested. */
export async function requestRefunds(deps: Deps, paymentId: string) {
  const payment = await sql.findUnmatched(deps.db, paymentId)
  if (!payment) return
  for (const refund of await listUnsettled(deps.db, paymentId)) {
    const outcome = await requestRefund(deps, payment, refund)
    crashPoint('payment.refund-answered')
    if (outcome) await inTransaction(deps.db, (tx) => settleRefund(tx, refund, outcome, deps.clock.now()))
  }
  await inTransaction(deps.db, (tx) => scheduleCheck(tx, paymentId, deps.clock.now()))
}

const listUnsettled = async (db: Deps['db'] | Tx, paymentId: string) =>
  (await sql.listRefunds(db, [paymentId])).filter(
    ({ settled_at, requested_by }) => settled_at === null && requested_by !== null,
  )

/**
 * Uses the same idempotency key each time, so the gateway refunds once. Throws when the outcome of the call is not
 * known.
 */
async function requestRefund(
  deps: Deps,
  payment: sql.UnmatchedRow,
  refund: sql.PaymentRefundRow,
): Promise<RefundOutcome | undefined> {
  try {
    const { status, gatewayRefundId } = await deps.gateway.refund({
      gatewayPaymentId: payment.gateway_payment_id,
      amountMinorUnit: refund.amount_minor_unit,
      idempotencyKey: refund.id,
      notes: { unplacedPaymentId: payment.id, ...(payment.vendor_id && { vendorId: payment.vendor_id }) },
    })
    return { status, gatewayRefundId }
  } catch (error) {
    if (!(error instanceof GatewayRefused)) throw error
    deps.log.warn({ event: 'payment.refund_refused', refundId: refund.id, code: error.code })
    // A refund accepted earlier is in progress; this refusal does not change that.
    return refund.status === 'PLANNED' ? { status: 'failed', gatewayRefundId: null, failure: error.code } : undefined
  }
}

/** A webhook normally settles a refund in progress. In case it is lost, the gateway is asked again. */
async function scheduleCheck(tx: Tx, paymentId: string, now: Date) {
  await sql.lockUnmatchedById(tx, paymentId)
  if ((await listUnsettled(tx, paymentId)).length === 0) return
  const later = new Date(now.getTime() + REFUND_CHECK_MINUTES * 60_000)
  await promiseInOutbox(tx, PLATFORM, refundPayment, { paymentId }, now, later)
}
