import { created, type Expected, ok, recent, refusal, sensible, type Verb } from '../engine/verb.ts'
import type { Walker } from '../engine/walker.ts'
import { HOUR, MONTHS, monthsLater, wholeSecond } from '../model/calendar.ts'
import { type Currency, payableStep } from '../model/currency.ts'
import { find, findOrder, type Model } from '../model/model.ts'
import { webhookBody, webhookHeaders } from '../world/gateway-webhooks.ts'
import { closedOr } from './access.ts'
import { addOrder } from './plan-verbs.ts'

const recharge: Verb = {
  name: 'recharge',
  weight: 4,
  choose({ currency }, random) {
    const amount = random.pick([100, 5_000, 10_204, 50_000, 200_000, 1_000_000]) + random.below(100)
    return { amount: random.chance(0.9) ? amount - (amount % payableStep(currency)) : amount }
  },
  predict: (model, { amount }, name) =>
    closedOr(model, () => {
      const { currency } = model
      if (Number(amount) % payableStep(currency) > 0) return refusal(400, 'VALIDATION_FAILED')
      if (model.status === 'CLOSING') return refusal(409, 'INVALID_STATE')
      const of = { plan: 'SMB', cycle: 'MONTHLY', base: 0, subscription: 0 } as const
      addOrder(model, { name, type: 'WALLET', amount: Number(amount), currency, ...of })
      return created({ amountMinorUnit: amount, currency })
    }),
  async run(walker, { amount }, name) {
    const answer = await walker.post('/wallet/recharge/init', { amountMinorUnit: amount })
    if (answer.status === 201) {
      walker.ids.set(name, answer.body.orderId)
      walker.ids.set(`${name} at gateway`, answer.body.gatewayOrderId)
    }
    return answer
  },
}

/**
 * `later`: the webhook is sent by a step of its own, or never. `wrong amount`: the payer was shown another sum, and
 * `wrong currency`: the same number of something else.
 */
const WAYS = [
  'webhook',
  'webhook',
  'webhook',
  'webhook',
  'both webhooks',
  'later',
  'wrong amount',
  'wrong currency',
] as const
type Way = (typeof WAYS)[number]

/** What is paid for an order. */
function paidFor({ amount, currency }: { amount: number; currency: Currency }, way: Way) {
  return {
    amount: way === 'wrong amount' ? amount + payableStep(currency) : amount,
    currency: way !== 'wrong currency' ? currency : currency === 'INR' ? ('USD' as const) : ('INR' as const),
  }
}

const sendCaptured = (walker: Walker, name: string, event: 'payment.captured' | 'order.paid' = 'payment.captured') => {
  const payment = walker.world.outside.gateway.payments.get(walker.id(name))
  if (!payment) throw new Error('a payment that was never made')
  const body = webhookBody(event, payment)
  return walker.webhook('/webhooks/razorpay', body, webhookHeaders(body))
}

const pay: Verb = {
  name: 'pay order',
  weight: 12,
  choose(model, random) {
    const order = sensible(random, model.orders, ({ status }) => status !== 'PAID')
    return order && { order: order.name, way: random.pick(WAYS) }
  },
  predict(model, args, name) {
    const order = findOrder(model, String(args['order']))
    const way = args['way'] as Way
    const paid = paidFor(order, way)
    model.payments.push({ name, order: order.name, mandate: null, ...paid, state: 'UNHEARD', reason: null })
    const webhooks = way === 'later' ? 0 : way === 'both webhooks' ? 2 : 1
    for (let n = 0; n < webhooks; n++) model.intake.push({ kind: 'captured', payment: name })
    return ok()
  },
  async run(walker, args, name) {
    const { gateway } = walker.world.outside
    const atGateway = walker.id(`${args['order']} at gateway`)
    const order = gateway.orders.get(atGateway)
    if (!order) throw new Error('the gateway has no such order')
    const { amount, currency } = paidFor({ ...order, currency: order.currency as Currency }, args['way'] as Way)
    walker.ids.set(name, gateway.pay(atGateway, amount, currency).id)
    if (args['way'] === 'later') return { status: 200, body: undefined }
    if (args['way'] === 'both webhooks') await sendCaptured(walker, name, 'order.paid')
    return sendCaptured(walker, name)
  },
}

const deliver: Verb = {
  name: 'deliver payment webhook',
  weight: 3,
  choose(model, random) {
    const orders = model.payments.filter(({ mandate }) => mandate === null)
    const payment = sensible(random, orders, ({ state }) => state === 'UNHEARD')
    return payment && { payment: payment.name }
  },
  predict(model, args) {
    const payment = find(model.payments, String(args['payment']))
    model.intake.push({ kind: 'captured', payment: payment.name })
    return ok()
  },
  run: (walker, args) => sendCaptured(walker, String(args['payment'])),
}

const repeatWebhook: Verb = {
  name: 'repeat an earlier webhook',
  weight: 2,
  choose: (model, random) => (model.payments.length > 0 ? { back: random.below(4) } : undefined),
  predict: () => ok(),
  async run(walker, { back }) {
    const earlier = walker.sent.at(-1 - Number(back))
    return earlier ? walker.resend(earlier) : { status: 200, body: undefined }
  },
}

const failPayment: Verb = {
  name: 'payment fails',
  weight: 1,
  choose(model, random) {
    const order = recent(random, model.orders)
    return order && { order: order.name }
  },
  predict(model, args) {
    const order = findOrder(model, String(args['order']))
    model.intake.push({ kind: 'failed', order: order.name })
    return ok()
  },
  run(walker, args, name) {
    const orderId = walker.id(`${args['order']} at gateway`)
    const body = webhookBody('payment.failed', {
      id: `pay_failed_${name}`,
      orderId,
      amount: 1,
      currency: 'INR',
      status: 'failed',
    })
    return walker.webhook('/webhooks/razorpay', body, webhookHeaders(body))
  },
}

const forge: Verb = {
  name: 'forge a payment webhook',
  weight: 1,
  choose(model, random) {
    const order = recent(random, model.orders)
    return order && { order: order.name }
  },
  predict(model, args) {
    findOrder(model, String(args['order']))
    return { status: 400 }
  },
  run(walker, args) {
    const orderId = walker.id(`${args['order']} at gateway`)
    const body = webhookBody('payment.captured', {
      id: 'pay_forged',
      orderId,
      amount: 100,
      currency: 'INR',
      status: 'captured',
    })
    return walker.resend({
      path: '/webhooks/razorpay',
      body,
      headers: { 'content-type': 'application/json', 'x-razorpay-signature': '0'.repeat(64) },
    })
  },
}

const open = (model: Model) => model.mandates.filter(({ closed }) => !closed)

const charge: Verb = {
  name: 'gateway charges the mandate',
  weight: 4,
  choose(model, random) {
    const due = open(model).filter(({ startAt }) => startAt <= model.now + HOUR)
    const mandate = recent(random, due)
    return mandate && { mandate: mandate.name, deliver: random.chance(0.9) }
  },
  predict(model, args, name): Expected {
    const mandate = find(model.mandates, String(args['mandate']))
    const at = wholeSecond(model.now)
    model.payments.push({
      name,
      order: null,
      mandate: mandate.name,
      amount: mandate.amount,
      currency: 'INR',
      state: 'UNHEARD',
      reason: null,
    })
    if (args['deliver']) model.intake.push({ kind: 'charged', payment: name, at, start: mandate.startAt })
    mandate.startAt = monthsLater(mandate.startAt, MONTHS[mandate.cycle])
    return ok()
  },
  async run(walker, args, name) {
    const { gateway } = walker.world.outside
    const subscription = walker.mandate(String(args['mandate']))
    const payment = gateway.charge(subscription)
    walker.ids.set(name, payment.id)
    const body = webhookBody('subscription.charged', payment, subscription, walker.world.clock.now())
    if (!args['deliver']) return { status: 200, body: undefined }
    return walker.webhook('/webhooks/razorpay', body, webhookHeaders(body))
  },
}

const chargeFails: Verb = {
  name: 'charge of the mandate fails',
  weight: 3,
  choose(model, random) {
    const mandate = recent(random, open(model))
    return (
      mandate && {
        mandate: mandate.name,
        event: random.pick(['pending', 'halted']),
        hoursAgo: random.pick([0, 0, 1, 30]),
      }
    )
  },
  predict(model, args) {
    const mandate = find(model.mandates, String(args['mandate']))
    const at = wholeSecond(model.now - Number(args['hoursAgo']) * HOUR)
    model.intake.push({ kind: 'chargeFailed', mandate: mandate.name, at })
    return ok()
  },
  run(walker, args) {
    const subscription = walker.mandate(String(args['mandate']))
    const at = new Date(walker.world.clock.now().getTime() - Number(args['hoursAgo']) * HOUR)
    const body = webhookBody(`subscription.${args['event']}`, undefined, subscription, at)
    return walker.webhook('/webhooks/razorpay', body, webhookHeaders(body))
  },
}

export const paymentVerbs: readonly Verb[] = [
  recharge,
  pay,
  deliver,
  repeatWebhook,
  failPayment,
  forge,
  charge,
  chargeFails,
]
