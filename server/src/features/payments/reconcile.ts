import { ORDER_CHECKS_AT_ONCE_MAX } from '../../domain/limits.ts'
import type { Deps } from '../../platform/deps.ts'
import type { ReportedPayment } from '../../ports/payment-gateway.ts'
import { claimOrdersToCheck } from '../orders/check.ts'
import { isFlagged } from '../webhook-intake/flagged.ts'
import { Intake } from '../webhook-intake/intake.ts'
import { paymentsOfOrder } from './ask-gateway.ts'
import { settlePayment } from './settle.ts'

const ROUNDS_PER_POLL_MAX = 100

/**
 * Asks the gateway about orders that nobody told us to be paid, so that a lost webhook loses nothing, and about paid ones
 * once more at their end: somebody may have paid twice.
 */
export async function reconcileOrders(deps: Deps) {
  for (let round = 0; round < ROUNDS_PER_POLL_MAX; round++) {
    const orders = await claimOrdersToCheck(deps.db, deps.clock.now())
    await Promise.all(orders.map((order) => check(deps, order)))
    if (orders.length < ORDER_CHECKS_AT_ONCE_MAX) return
  }
}

async function check(deps: Deps, { id, gatewayOrderId }: { id: string; gatewayOrderId: string }) {
  try {
    await settleWhatWasPaid(deps, id, gatewayOrderId)
  } catch (err) {
    deps.log.warn({ event: 'order.check_failed', orderId: id, err })
  }
}

async function settleWhatWasPaid(deps: Deps, orderId: string, gatewayOrderId: string) {
  for (const payment of await paymentsOfOrder(deps, gatewayOrderId)) {
    if (!payment.isCaptured) continue
    const outcome = await settlePayment(deps, payment)
    if (outcome.kind === 'FLAGGED' && outcome.needsOperator) await report(deps, orderId, payment, outcome.flag)
  }
}

/**
 * Money that came and has no place. The event that nobody sent us is put into the inbox in the gateway's own form, so that
 * an operator finds the payment where the others are. Its words are always the same, so that it is there once.
 */
async function report(deps: Deps, orderId: string, payment: ReportedPayment, flag: string) {
  const { gatewayPaymentId } = payment
  if (await isFlagged(deps.db, gatewayPaymentId)) return
  deps.log.error({ event: 'order.payment_flagged', orderId, gatewayPaymentId, flag })
  await new Intake(deps).store('GATEWAY', deps.gatewayWebhooks.writeCaptured(payment))
}
