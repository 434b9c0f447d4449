import type { z } from 'zod'
import type { VendorId } from '../../../domain/ids.ts'
import type { Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { finalOutcome } from '../../refunds/payouts/abandon.ts'
import type { refundPayment } from '../jobs.ts'
import { type RefundOutcome, settleRefund } from './settle-refund.ts'
import * as sql from './unmatched.cross-vendor.sql.ts'

/**
 * Finishes the refund of an unmatched payment whose job was given up, when an operator closes its dead letter: refunded
 * if the gateway made it, otherwise the payment needs a decision again. The gateway is asked before the transaction.
 */
export async function abandonPaymentRefund(
  deps: Pick<Deps, 'db' | 'gateway'>,
  _vendorId: VendorId,
  { paymentId }: z.output<typeof refundPayment.payload>,
) {
  const payment = await sql.findUnmatched(deps.db, paymentId)
  const refunds = await sql.listRefunds(deps.db, [paymentId])
  const known = new Set(refunds.map(({ gateway_refund_id: id }) => id))
  const results: { refund: sql.PaymentRefundRow; outcome: RefundOutcome }[] = []
  for (const refund of refunds.filter(({ settled_at, requested_by }) => !settled_at && requested_by))
    results.push({
      refund,
      outcome: outcomeOf(
        await finalOutcome(deps, payment?.gateway_payment_id ?? '', ({ gatewayRefundId, notes }) =>
          refund.gateway_refund_id === null
            ? notes['unplacedPaymentId'] === paymentId && !known.has(gatewayRefundId)
            : gatewayRefundId === refund.gateway_refund_id,
        ),
      ),
    })
  return async (tx: Tx, now: Date) => {
    for (const { refund, outcome } of results) await settleRefund(tx, refund, outcome, now)
  }
}

const outcomeOf = (outcome: Awaited<ReturnType<typeof finalOutcome>>): RefundOutcome =>
  outcome.status === 'PROCESSED'
    ? { status: 'processed', gatewayRefundId: outcome.gatewayRefundId }
    : { status: 'failed', gatewayRefundId: outcome.gatewayRefundId, failure: outcome.failure }
