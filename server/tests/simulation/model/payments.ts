import { DAY, HOUR, lastAnniversary, MONTHS, monthsLater, nextAnniversary, wholeSecond } from './calendar.ts'
import { inPaise, totalIn } from './currency.ts'
import { closeLetters } from './dead-letters.ts'
import {
  find,
  findOrder,
  type Invoice,
  isLeaving,
  type Model,
  type Order,
  type Payment,
  type Subscription,
} from './model.ts'
import { CAP, taxAt } from './prices.ts'
import { catchUp, hasPaidPlan, hasPaidSetup, open, refundedOf, startCycle, statusOf, unused } from './subscription.ts'
import { add, returnAsBonus } from './wallet.ts'

const REFUND_WINDOW_DAYS = 3
const EXPIRES_AFTER = 24 * HOUR
const LAST_CHECK_AFTER = 24 * HOUR

/**
 * A captured payment reaches the product, by webhook or by asking. It counts once; what cannot be placed is kept for an
 * operator, whatever changes later, until an operator replays it.
 */
export function capture(model: Model, name: string, isReplay = false): Payment {
  const payment = find(model.payments, name)
  if (!mayApply(payment, isReplay)) return payment
  const order = payment.order === null ? undefined : findOrder(model, payment.order)
  const refusal = order ? applyToOrder(model, order, payment) : 'UNKNOWN_ORDER'
  place(model, payment, refusal)
  return payment
}

/** A payment that could not be placed waits for an operator, who may have it tried again. */
export const mayApply = ({ state }: Payment, isReplay: boolean) =>
  state === 'UNHEARD' || (isReplay && state === 'UNPLACED')

export function place(model: Model, payment: Payment, refusal: string | undefined) {
  if (refusal === undefined) {
    payment.state = 'APPLIED'
    closeLetters(model, payment)
  } else Object.assign(payment, { state: 'UNPLACED', reason: refusal })
}

function applyToOrder(model: Model, order: Order, payment: Payment): string | undefined {
  if (payment.amount !== order.amount) return 'AMOUNT_MISMATCH'
  if (payment.currency !== order.currency) return 'CURRENCY_MISMATCH'
  if (order.status === 'PAID') return 'DUPLICATE_PAYMENT'
  if (isLeaving(model)) return 'ACCOUNT_CLOSED'
  catchUp(model)
  const refusal = EFFECTS[order.type](model, order, payment)
  if (refusal !== undefined) return refusal
  order.status = 'PAID'
  order.payment = payment.name
  order.nextCheck = Math.max(order.createdAt + EXPIRES_AFTER, model.now) + LAST_CHECK_AFTER
  return undefined
}

type Effect = (model: Model, order: Order, payment: Payment) => string | undefined
const EFFECTS: Record<Order['type'], Effect> = {
  WALLET(model, order, payment) {
    add(model, 'CREDIT', order.amount)
    issueRecharge(model, payment)
    return undefined
  },
  ONBOARDING(model, order, payment) {
    if (hasPaidPlan(model)) return 'ALREADY_SUBSCRIBED'
    if (order.setup > 0 && hasPaidSetup(model)) return 'SETUP_ALREADY_PAID'
    const sub = onboard(model, order, payment)
    const bill = { payment: payment.name, subscription: sub.no }
    if (order.setup > 0) issue(model, { ...bill, type: 'SETUP', base: order.setup, gst: order.setupGst })
    issue(model, { ...bill, type: 'SUBSCRIPTION', base: order.base, gst: order.gst })
    return undefined
  },
  CYCLE(model, order, payment) {
    const sub = model.subscriptions[order.subscription - 1]
    if (!sub || statusOf(sub, model.now) === 'CANCELLED') return 'SUBSCRIPTION_ENDED'
    if (sub.price !== order.base) return 'AMOUNT_MISMATCH'
    supersede(model, sub)
    renew(model, sub, { payment: payment.name, gst: order.gst, at: model.now })
    for (const mandate of model.mandates) if (mandate.subscription === sub.no) mandate.replaced = true
    model.mandateJobs.push(sub.no)
    return undefined
  },
  PLAN_CHANGE(model, order, payment) {
    const sub = model.subscriptions[order.subscription - 1]
    if (!sub || statusOf(sub, model.now) === 'CANCELLED') return 'SUBSCRIPTION_ENDED'
    const isAsOrdered = model.now < order.createdAt + EXPIRES_AFTER && termsOf(model, sub) === order.terms
    const surplus = order.base + unused(model, sub) - order.cyclePrice
    if (!isAsOrdered && surplus < 0) return 'AMOUNT_MISMATCH'
    supersede(model, sub)
    startCycle(model, sub, { plan: order.plan, cycle: order.cycle, price: order.cyclePrice }, payment.name)
    sub.draft = null
    if (!isAsOrdered) returnAsBonus(model, surplus)
    const bill = { payment: payment.name, subscription: sub.no }
    issue(model, { ...bill, type: 'SUBSCRIPTION', base: order.base, gst: order.gst })
    return undefined
  },
}

/** The price of an upgrade holds while plan, paid time and refunds are those of its order. */
export const termsOf = (model: Model, sub: Subscription) => {
  const refunded = model.invoices.reduce(
    (sum, invoice, at) =>
      invoice.type === 'SUBSCRIPTION' && invoice.subscription === sub.no ? sum + refundedOf(model, at) : sum,
    0,
  )
  return `${sub.plan} ${sub.cycle} ${sub.end} ${refunded}`
}

function onboard(model: Model, { plan, cycle, base }: Order, payment: Payment): Subscription {
  const start = wholeSecond(model.now)
  const end = monthsLater(start, MONTHS[cycle])
  const sub = open(model, { plan, cycle, price: base, cap: CAP[plan], end })
  sub.cycles.push({ payment: payment.name, start, end, worth: base, movedTo: null })
  Object.assign(sub, { isSetUp: true, trialUntil: null, used: 0, lastPaidAt: model.now })
  if (cycle === 'MONTHLY') sub.refundDeadline = start + REFUND_WINDOW_DAYS * DAY
  model.mandateJobs.push(sub.no)
  return sub
}

/** An order that was there before the request wins: what was paid for counts, and nothing is refunded. */
function supersede(model: Model, sub: Subscription) {
  for (const request of model.requests) {
    const invoice = request.invoice === null ? undefined : model.invoices[request.invoice]
    if (invoice?.subscription !== sub.no || !['REQUESTED', 'APPROVED'].includes(request.status)) continue
    request.status = 'REJECTED'
    request.superseded = true
    request.amount = null
    request.jobDue = null
    for (const payout of request.payouts) payout.status = 'FAILED'
  }
}

/** Pays the next cycle. One that begins later only moves the end; one paid late began with the month that is counted. */
export function renew(
  model: Model,
  sub: Subscription,
  { payment, gst, at, charged }: { payment: string; gst: number; at: number; charged?: number },
) {
  const isPaid = sub.cycles.some((one) => one.worth > 0 && one.start <= (charged ?? 0) && one.end > (charged ?? 0))
  const isFree = charged !== undefined && !isPaid
  const wasFrozen = statusOf(sub, at) === 'FROZEN' && at > sub.end
  const start = isFree ? charged : wasFrozen ? wholeSecond(at) : sub.end
  const end = monthsLater(start, MONTHS[sub.cycle])
  sub.cycles.push({ payment, start, end, worth: sub.price, movedTo: null })
  sub.failures = sub.failures.filter((failure) => failure >= wholeSecond(at) + 1_000)
  if (start <= model.now) {
    if (start > lastAnniversary(sub.start, model.now)) sub.used = 0
    if (end > sub.end) sub.start = start
    sub.capReset = nextAnniversary(sub.start, model.now)
  }
  sub.end = Math.max(sub.end, end)
  sub.lastPaidAt = Math.max(sub.lastPaidAt, at)
  sub.draft = null
  issue(model, { type: 'SUBSCRIPTION', base: sub.price, gst, payment, subscription: sub.no })
}

/** The tax is that of the order, also where the vendor has moved since. */
function issue(model: Model, invoice: Pick<Invoice, 'type' | 'base' | 'gst' | 'payment' | 'subscription'>) {
  const isSame = invoice.gst === taxAt(model.place, invoice.base)
  const tax = isSame ? model.place : invoice.gst === 0 ? 'EXPORT' : 'INTRA'
  const totalPaise = invoice.base + invoice.gst
  const totalForVendor = totalIn(model.shared, totalPaise, model.currency)
  const totals = { currency: 'INR', totalPaise, totalForVendor } as const
  model.invoices.push({ ...invoice, ...totals, tax, gstin: model.gstin, status: 'PAID', refunded: 0 })
}

/** Money for the wallet is not taxed yet. */
export function issueRecharge(model: Model, { name, amount, currency }: Payment) {
  const totalPaise = inPaise(model.shared, amount, currency)
  const totals = { currency, totalPaise, totalForVendor: amount }
  const bill = { type: 'WALLET_RECHARGE', base: amount, gst: 0, tax: 'NONE', status: 'PAID', refunded: 0 } as const
  model.invoices.push({ ...bill, ...totals, gstin: model.gstin, payment: name, subscription: null })
}

const FIRST_CHECK = 30_000
const CHECK_MAX = HOUR

/** The product asks the gateway about orders whose check is due: a lost webhook loses nothing. */
export function checkOrders(model: Model) {
  const due = model.orders.filter(({ nextCheck }) => nextCheck !== null && nextCheck <= model.now)
  for (const order of due.sort((a, b) => (a.nextCheck ?? 0) - (b.nextCheck ?? 0))) {
    const expiresAt = order.createdAt + EXPIRES_AFTER
    const lastCheck = expiresAt + LAST_CHECK_AFTER
    const pause = Math.min(FIRST_CHECK * 2 ** (order.checks + 1), CHECK_MAX)
    const next = Math.min(model.now + pause, expiresAt > model.now ? expiresAt : lastCheck)
    order.nextCheck = lastCheck <= model.now ? null : next
    order.checks++
    if (order.status !== 'PAID' && expiresAt <= model.now) order.status = 'EXPIRED'
    for (const { name } of model.payments.filter((payment) => payment.order === order.name)) {
      const { state, isFlagged } = capture(model, name)
      // What is refused without a webhook is written down as one, and handled again with the next webhooks.
      if (state === 'UNPLACED' && !isFlagged) model.intake.push({ kind: 'captured', payment: name })
    }
  }
}
