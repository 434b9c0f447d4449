import { ORDER_CHECKS_AT_ONCE_MAX } from '../../domain/limits.ts'
import type { Deps } from '../../platform/deps.ts'
import { claimOrdersToCheck } from '../orders/check.ts'
import { paymentsOfOrder } from './ask-gateway.ts'
import { settlePayment } from './settle.ts'

const ROUNDS_PER_POLL_MAX = 100

/** Asks the gateway about orders that nobody told us to be paid, so that a lost webhook loses nothing. */
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
    deps.log.warn({ event: 'order.not_checked', orderId: id, err })
  }
}

async function settleWhatWasPaid(deps: Deps, orderId: string, gatewayOrderId: string) {
  for (const payment of await paymentsOfOrder(deps, gatewayOrderId)) {
    if (!payment.isCaptured) continue
    const outcome = await settlePayment(deps, payment)
    if (outcome.kind !== 'FLAGGED') continue
    const { gatewayPaymentId } = payment
    deps.log.error({ event: 'order.payment_flagged', orderId, gatewayPaymentId, flag: outcome.flag })
  }
}
