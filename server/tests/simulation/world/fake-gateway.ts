import { monthsLater } from '../model/calendar.ts'

/** How the gateway answers the refund of a payment. */
export type RefundScript = 'processed' | 'pending' | 'failed' | 'refused'

export interface GatewayOrder {
  id: string
  amount: number
  currency: string
  payments: GatewayPayment[]
}
export interface GatewayPayment {
  id: string
  orderId: string | null
  amount: number
  currency: string
  status: 'captured' | 'failed'
}
export interface GatewayRefund {
  id: string
  paymentId: string
  amount: number
  status: 'pending' | 'processed' | 'failed'
  notes: unknown
}
export interface GatewaySubscription {
  id: string
  planAmount: number
  /** Of each cycle. */
  months: number
  /** When the next cycle is charged, in seconds. */
  startAt: number
  status: 'active' | 'cancelled'
  vendorId: string
}

interface Reply {
  status: number
  body: unknown
}

/** The payment gateway: what the product asked of it, and what it answers. Its webhooks are sent by the walk. */
export class FakeGateway {
  readonly orders = new Map<string, GatewayOrder>()
  readonly payments = new Map<string, GatewayPayment>()
  readonly refunds = new Map<string, GatewayRefund>()
  readonly subscriptions = new Map<string, GatewaySubscription>()
  private readonly plans = new Map<string, { amount: number; months: number }>()
  /** By payment; `processed` where nothing is said. */
  readonly refundScripts = new Map<string, RefundScript>()
  /** By payment: refunds of it get no answer, whether or not they are made. */
  readonly awayFor = new Map<string, { isMade: boolean }>()
  private ids = 0

  /** Forgets everything but the plans, which the product remembers. */
  clear() {
    const { orders, payments, refunds, subscriptions, refundScripts, awayFor } = this
    for (const map of [orders, payments, refunds, subscriptions, refundScripts, awayFor]) map.clear()
  }

  newId(prefix: string) {
    return `${prefix}_${String(++this.ids).padStart(14, '0')}`
  }

  /** A payment as a customer makes it; whether the product hears of it is another matter. */
  pay(orderId: string | null, amount: number, currency = 'INR'): GatewayPayment {
    const payment: GatewayPayment = { id: this.newId('pay'), orderId, amount, currency, status: 'captured' }
    this.payments.set(payment.id, payment)
    if (orderId !== null) this.orders.get(orderId)?.payments.push(payment)
    return payment
  }

  /** Charges the next cycle of a mandate. Returns the mandate as it was, with the cycle that was charged. */
  charge(mandate: GatewaySubscription) {
    const startAt = monthsLater(mandate.startAt * 1_000, mandate.months) / 1_000
    this.subscriptions.set(mandate.id, { ...mandate, startAt })
    return this.pay(null, mandate.planAmount)
  }

  answer(method: string, path: string, body: Record<string, unknown>, headers: Record<string, unknown>): Reply {
    const [, , resource, id = '', action] = path.replace(/\?.*/, '').split('/')
    if (resource === 'plans') return this.createPlan(body)
    if (resource === 'orders') return method === 'POST' ? this.createOrder(body) : this.listPayments(id)
    if (resource === 'payments' && action === 'refunds') return ok({ items: this.refundsOf(id) })
    if (resource === 'payments') return this.answerRefund(id, body, String(headers['x-refund-idempotency']))
    if (resource === 'subscriptions' && action === 'cancel') return this.cancelSubscription(id)
    if (resource === 'subscriptions')
      return method === 'POST' ? this.createSubscription(body) : this.readSubscription(id)
    return { status: 404, body: {} }
  }

  private createPlan(body: Record<string, unknown>): Reply {
    const id = this.newId('plan')
    const months = Number(body['interval']) * (body['period'] === 'yearly' ? 12 : 1)
    this.plans.set(id, { amount: (body['item'] as { amount: number }).amount, months })
    return ok({ id })
  }

  private createOrder({ amount, currency }: Record<string, unknown>): Reply {
    if (!isPayable(Number(amount), currency)) return refused('The amount must end in 0')
    const order = { id: this.newId('order'), amount: Number(amount), currency: String(currency), payments: [] }
    this.orders.set(order.id, order)
    return ok({ id: order.id, status: 'created' })
  }

  private listPayments(id: string): Reply {
    const payments = this.orders.get(id)?.payments ?? []
    return ok({ items: payments.map((payment) => ({ ...payment, ...this.refundFieldsOf(payment) })) })
  }

  private refundsOf(paymentId: string) {
    return [...this.refunds.values()].filter((refund) => refund.paymentId === paymentId)
  }

  /** A payment that was refunded in part stays captured. */
  private refundFieldsOf({ id, amount, status }: GatewayPayment) {
    const refunded = this.refundedOf(id)
    const isFull = refunded === amount
    const refund_status = isFull ? 'full' : refunded > 0 ? 'partial' : null
    return { status: isFull ? 'refunded' : status, amount_refunded: refunded, refund_status }
  }

  private refundedOf(paymentId: string) {
    return this.refundsOf(paymentId).reduce((sum, one) => (one.status === 'failed' ? sum : sum + one.amount), 0)
  }

  private answerRefund(paymentId: string, body: Record<string, unknown>, key: string): Reply {
    const away = this.awayFor.get(paymentId)
    if (!away) return this.refund(paymentId, body, key)
    if (away.isMade) this.refund(paymentId, body, key)
    return { status: 503, body: {} }
  }

  private refund(paymentId: string, { amount, notes }: Record<string, unknown>, key: string): Reply {
    const known = this.refunds.get(key)
    if (known) return ok(known)
    const script = this.refundScripts.get(paymentId) ?? 'processed'
    const payment = this.payments.get(paymentId)
    const isPossible = payment && isPayable(Number(amount), payment.currency)
    if (!isPossible || script === 'refused' || this.refundedOf(paymentId) + Number(amount) > payment.amount)
      return refused('The refund is not possible')
    const refund = { id: this.newId('rfnd'), paymentId, amount: Number(amount), status: script, notes }
    this.refunds.set(key, refund)
    return ok(refund)
  }

  private createSubscription({ plan_id, start_at, notes }: Record<string, unknown>): Reply {
    const plan = this.plans.get(String(plan_id)) ?? { amount: 0, months: 1 }
    const id = this.newId('sub')
    const terms = { planAmount: plan.amount, months: plan.months, startAt: Number(start_at) }
    const { vendorId } = notes as { vendorId: string }
    const subscription: GatewaySubscription = { id, ...terms, status: 'active', vendorId }
    this.subscriptions.set(subscription.id, subscription)
    return ok({ id: subscription.id, short_url: null, status: subscription.status })
  }

  private cancelSubscription(id: string): Reply {
    const found = this.subscriptions.get(id)
    if (found) this.subscriptions.set(id, { ...found, status: 'cancelled' })
    return ok({ id, status: 'cancelled' })
  }

  private readSubscription(id: string): Reply {
    return ok({ id, status: this.subscriptions.get(id)?.status ?? 'cancelled' })
  }
}

const ok = (body: unknown): Reply => ({ status: 200, body })
const refused = (description: string): Reply => ({
  status: 400,
  body: { error: { code: 'BAD_REQUEST_ERROR', description } },
})

/** Of three decimals the last one must be zero. */
const isPayable = (amount: number, currency: unknown) => currency !== 'KWD' || amount % 10 === 0
