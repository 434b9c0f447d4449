import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import type { VendorPrincipal } from '../../platform/http/principal.ts'
import type { ReportedPayment } from '../../ports/payment-gateway.ts'
import { type Order, readOrder } from '../orders/find.ts'
import type { EventOutcome } from '../webhook-intake/worker.ts'
import { fetchOrderPayments } from './fetch-order-payments.ts'
import { settlePayment } from './settle.ts'

const BUSY_TRIES_MAX = 10
const BUSY_WAIT_MS = 200

/**
 * Handles the browser's report of a completed checkout. The signature proves that the gateway confirmed this order to
 * the browser; the payment itself is read from the gateway. The webhook may arrive before, after or at the same time.
 */
export async function confirmOrder(
  deps: Deps,
  who: VendorPrincipal,
  orderId: string,
  input: { gatewayPaymentId: string; signature: string },
): Promise<Order> {
  const order = await readOrder(deps.db, who.vendorId, orderId)
  const { gatewayOrderId } = order
  const { gatewayPaymentId } = input
  if (!deps.gatewayWebhooks.isCheckoutSigned({ gatewayOrderId, gatewayPaymentId }, input.signature))
    throw new AppError('PAYMENT_SIGNATURE_INVALID', { detail: 'The signature does not match this order and payment.' })
  if (order.gatewayPaymentId === gatewayPaymentId) return order
  const payments = await fetchOrderPayments(deps, gatewayOrderId)
  const payment = payments.find((one) => one.gatewayPaymentId === gatewayPaymentId)
  const outcome = payment && (await settleWhenFree(deps, payment))
  if (!outcome || outcome.kind === 'FLAGGED')
    throw new AppError('PAYMENT_NOT_CONFIRMED', { detail: notConfirmed(outcome) })
  return readOrder(deps.db, who.vendorId, orderId)
}

/** A flag for operators means that the money has arrived, so the payer must not wait or pay again. */
function notConfirmed(outcome: (EventOutcome & { kind: 'FLAGGED' }) | undefined) {
  if (!outcome?.needsOperator)
    return 'The payment gateway has not recorded this payment yet. The order will be settled as soon as it has.'
  return outcome.flag === 'REFUNDED'
    ? 'The payment has been refunded, at least in part, so it was not booked.'
    : 'The payment has arrived, but it does not fit this order and was not booked. Our team will refund or credit it. You do not need to pay again.'
}

/** Retries while the lock is taken, because its holder is crediting this payment. */
async function settleWhenFree(deps: Deps, payment: ReportedPayment): Promise<EventOutcome> {
  for (let tries = 1; ; tries++) {
    const outcome = await settlePayment(deps, payment)
    if (outcome.kind !== 'LATER' || tries === BUSY_TRIES_MAX) return outcome
    await sleep(BUSY_WAIT_MS)
  }
}
