import type { SandboxState } from '../sandbox-state.ts'
import type { Payment } from './entities.ts'
import type { Gateway, SubscriptionRecord } from './gateway.ts'
import { GatewayError } from './gateway-error.ts'
import { newId } from './ids.ts'
import { createOrder } from './orders.ts'
import { capture, createPayment, decline } from './payments.ts'
import { cycleStart } from './plans.ts'
import { assertLive, cancelNow, findSubscription } from './subscriptions.ts'
import type { GatewayEvent } from './webhooks.ts'

const AUTH_ATTEMPTS_MAX = 4

/** Charges the due cycle. The charge is also a regular payment with its own events. */
export function chargeSubscription({ gateway }: SandboxState, id: string) {
  const record = findSubscription(gateway, id)
  const { subscription } = record
  assertLive(subscription, 'chargeable')
  const wasActive = subscription.status === 'active'
  const { payment, order } = createChargePayment(gateway, record)
  capture(payment, order)
  startNextCycle(gateway, record)
  // In the real gateway's sample events this flag is a string.
  const charged: GatewayEvent['entities'] = { subscription, payment: { ...payment, captured: '1' } }
  const isLast = subscription.paid_count === subscription.total_count
  gateway.webhooks.send([
    { event: 'payment.captured', entities: { payment } },
    { event: 'order.paid', entities: { payment, order } },
    ...(wasActive ? [] : [{ event: 'subscription.activated', entities: { subscription: { ...subscription } } }]),
    { event: 'subscription.charged', entities: { ...charged, subscription: { ...subscription } } },
  ])
  if (isLast) complete(gateway, record, charged)
  return { subscriptionId: id, paymentId: payment.id, invoiceId: payment.invoice_id, status: subscription.status }
}

/** Fails a charge. The real gateway retries on the following days with an event for each attempt. */
export function failCharge({ gateway }: SandboxState, id: string) {
  const record = findSubscription(gateway, id)
  const { subscription } = record
  assertLive(subscription, 'chargeable')
  if (subscription.status === 'halted') throw new GatewayError('Subscription is not chargeable in halted status.')
  const { payment, order } = createChargePayment(gateway, record)
  decline(payment, order)
  subscription.status = 'pending'
  subscription.auth_attempts++
  gateway.webhooks.send([
    { event: 'payment.failed', entities: { payment } },
    { event: 'subscription.pending', entities: { subscription } },
  ])
  return { subscriptionId: id, paymentId: payment.id, status: subscription.status }
}

/** Fails the last charge attempt. There are no further attempts. */
export function haltSubscription({ gateway }: SandboxState, id: string) {
  const { subscription } = findSubscription(gateway, id)
  assertLive(subscription, 'chargeable')
  subscription.status = 'halted'
  subscription.auth_attempts = AUTH_ATTEMPTS_MAX
  gateway.webhooks.send([{ event: 'subscription.halted', entities: { subscription } }])
  return { subscriptionId: id, status: subscription.status }
}

/** Cancels and charges subscriptions that are due. */
export function runDueCharges(state: SandboxState) {
  const { gateway } = state
  const now = gateway.now()
  for (const record of gateway.subscriptions.values()) {
    const { subscription, cancelAt } = record
    if (subscription.status === 'cancelled' || subscription.status === 'completed') continue
    if (cancelAt !== null && cancelAt <= now) cancelNow(gateway, record)
    else if (gateway.script.autoCharge && isChargeDue(record, now)) chargeSubscription(state, subscription.id)
  }
}

const isChargeDue = ({ subscription }: SubscriptionRecord, now: number) =>
  (subscription.status === 'authenticated' || subscription.status === 'active') &&
  subscription.charge_at !== null &&
  subscription.charge_at <= now

/** Creates the order, invoice id and payment of a charge. */
function createChargePayment(
  gateway: Gateway,
  { subscription, plan }: SubscriptionRecord,
): {
  payment: Payment
  order: ReturnType<typeof createOrder>
} {
  const { amount, currency } = plan.item
  const order = createOrder(gateway, { amount: amount * subscription.quantity, currency, receipt: null, notes: [] })
  order.attempts++
  return { order, payment: createPayment(gateway, { order, method: 'card', invoiceId: newId('inv') }) }
}

/** Skips cycles that passed while the subscription was halted. */
function startNextCycle(gateway: Gateway, record: SubscriptionRecord) {
  const { subscription, plan } = record
  const startOf = (cycle: number) => cycleStart(plan, subscription.start_at, cycle)
  while (startOf(record.nextCycle + 1) <= gateway.now()) record.nextCycle++
  const end = startOf(record.nextCycle + 1)
  subscription.status = 'active'
  subscription.auth_attempts = 0
  subscription.current_start = startOf(record.nextCycle)
  subscription.current_end = end
  subscription.charge_at = end
  subscription.paid_count++
  subscription.remaining_count = subscription.total_count - subscription.paid_count
  record.nextCycle++
}

function complete(gateway: Gateway, { subscription }: SubscriptionRecord, charged: GatewayEvent['entities']) {
  Object.assign(subscription, { status: 'completed', ended_at: gateway.now(), charge_at: null })
  gateway.webhooks.send([{ event: 'subscription.completed', entities: charged }])
}
