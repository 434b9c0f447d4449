import { ORDER_CHECKS_AT_ONCE_MAX } from '../../domain/limits.ts'
import type { Deps } from '../../platform/deps.ts'
import type { ReportedPayment } from '../../ports/payment-gateway.ts'
import { claimOrdersToCheck } from '../orders/check.ts'
import { isFlagged } from '../webhook-intake/flagged.ts'
import { Intake } from '../webhook-intake/intake.ts'
import { fetchOrderPayments } from './fetch-order-payments.ts'
import { settlePayment } from './settle.ts'

const ROUNDS_PER_POLL_MAX = 100

/**
 * Asks the gateway about unpaid orders, so that a lost webhook loses no payment, and about paid orders once more after
 * they expire, to find second payments.
 */
export const reconcileOrders = (deps: Deps) => checkDueOrders(deps, ORDER_CHECKS_AT_ONCE_MAX)

/** Checks `atOnce` orders concurrently. */
export async function checkDueOrders(deps: Deps, atOnce: number) {
  for (let round = 0; round < ROUNDS_PER_POLL_MAX; round++) {
    const orders = await claimOrdersToCheck(deps.db, deps.clock.now(), atOnce)
    await Promise.all(orders.map((order) => reconcileOrder(deps, order)))
    if (orders.length < atOnce) return
  }
}

async function reconcileOrder(deps: Deps, { id, gatewayOrderId }: { id: string; gatewayOrderId: string }) {
  try {
    await settleCapturedPayments(deps, id, gatewayOrderId)
  } catch (err) {
    deps.log.warn({ event: 'order.check_failed', orderId: id, err })
  }
}

async function settleCapturedPayments(deps: Deps, orderId: string, gatewayOrderId: string) {
  for (const payment of await fetchOrderPayments(deps, gatewayOrderId)) {
    if (!payment.isCaptured) continue
    const outcome = await settlePayment(deps, payment)
    if (outcome.kind === 'FLAGGED' && outcome.needsOperator) await reportUnmatched(deps, orderId, payment, outcome.flag)
  }
}

/**
 * Reports a captured payment that could not be applied. A missing webhook event is written to the intake in the
 * gateway's format, so that operators find the payment with the others. Its content is deterministic, so it is stored
 * once.
 */
async function reportUnmatched(deps: Deps, orderId: string, payment: ReportedPayment, flag: string) {
  const { gatewayPaymentId } = payment
  if (await isFlagged(deps.db, gatewayPaymentId)) return
  deps.log.error({ event: 'order.payment_flagged', orderId, gatewayPaymentId, flag })
  await new Intake(deps).store('GATEWAY', deps.gatewayWebhooks.writeCaptured(payment))
}
