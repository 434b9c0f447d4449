import type { World } from '../world.ts'
import type { Payment } from './entities.ts'
import type { Gateway, SubscriptionRecord } from './gateway.ts'
import { GatewayFault } from './gateway-error.ts'
import { newId } from './ids.ts'
import { createOrder } from './orders.ts'
import { beginPayment, capture, decline } from './payments.ts'
import { cycleStart } from './plans.ts'
import { assertLive, endNow, findSubscription } from './subscriptions.ts'
import type { GatewayEvent } from './webhooks.ts'

const AUTH_ATTEMPTS_MAX = 4

/** The due cycle is paid. It is an ordinary payment too, and is announced as one. */
export function chargeSubscription({ gateway }: World, id: string) {
  const record = findSubscription(gateway, id)
  const { subscription } = record
  assertLive(subscription, 'chargeable')
  const wasActive = subscription.status === 'active'
  const { payment, order } = collect(gateway, record)
  capture(payment, order)
  beginCycle(gateway, record)
  // In the gateway's own samples of these events the flag is a text.
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

/** The charge failed; the gateway tries again on the following days and says so every time. */
export function leavePending({ gateway }: World, id: string) {
  const record = findSubscription(gateway, id)
  const { subscription } = record
  assertLive(subscription, 'chargeable')
  if (subscription.status === 'halted') throw new GatewayFault('Subscription is not chargeable in halted status.')
  const { payment, order } = collect(gateway, record)
  decline(payment, order)
  subscription.status = 'pending'
  subscription.auth_attempts++
  gateway.webhooks.send([
    { event: 'payment.failed', entities: { payment } },
    { event: 'subscription.pending', entities: { subscription } },
  ])
  return { subscriptionId: id, paymentId: payment.id, status: subscription.status }
}

/** The last try failed too: no more of them. */
export function haltSubscription({ gateway }: World, id: string) {
  const { subscription } = findSubscription(gateway, id)
  assertLive(subscription, 'chargeable')
  subscription.status = 'halted'
  subscription.auth_attempts = AUTH_ATTEMPTS_MAX
  gateway.webhooks.send([{ event: 'subscription.halted', entities: { subscription } }])
  return { subscriptionId: id, status: subscription.status }
}

/** What falls due as time passes. */
export function runDue(world: World) {
  const { gateway } = world
  const now = gateway.now()
  for (const record of gateway.subscriptions.values()) {
    const { subscription, cancelAt } = record
    if (subscription.status === 'cancelled' || subscription.status === 'completed') continue
    if (cancelAt !== null && cancelAt <= now) endNow(gateway, record)
    else if (gateway.script.autoCharge && isChargeDue(record, now)) chargeSubscription(world, subscription.id)
  }
}

const isChargeDue = ({ subscription }: SubscriptionRecord, now: number) =>
  (subscription.status === 'authenticated' || subscription.status === 'active') &&
  subscription.charge_at !== null &&
  subscription.charge_at <= now

/** A charge has an order and an invoice of the gateway's own making. */
function collect(
  gateway: Gateway,
  { subscription, plan }: SubscriptionRecord,
): {
  payment: Payment
  order: ReturnType<typeof createOrder>
} {
  const { amount, currency } = plan.item
  const order = createOrder(gateway, { amount: amount * subscription.quantity, currency, receipt: null, notes: [] })
  order.attempts++
  return { order, payment: beginPayment(gateway, { order, method: 'card', invoiceId: newId('inv') }) }
}

/** Cycles that passed unpaid while it was halted are not charged later. */
function beginCycle(gateway: Gateway, record: SubscriptionRecord) {
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
