import { created, type Expected, ok, refusal, type Verb } from '../engine/verb.ts'
import type { Walker } from '../engine/walker.ts'
import { DAY, HOUR, lengthOf, MONTHS } from '../model/calendar.ts'
import { CURRENCIES, type Currency } from '../model/currency.ts'
import type { Cycle, ListedPlan, Model, Order, Place } from '../model/model.ts'
import { termsOf } from '../model/payments.ts'
import { CAP, CYCLE_PRICE, partOf, SETUP, taxAt } from '../model/prices.ts'
import { pendingRefund } from '../model/refunds.ts'
import {
  end,
  hasPaidPlan,
  hasPaidSetup,
  live,
  refundedBase,
  remaining,
  replaceMandate,
  startCycle,
  statusOf,
  unused,
} from '../model/subscription.ts'
import { returnAsBonus } from '../model/wallet.ts'
import { closedOr } from './access.ts'

export const PLANS: readonly ListedPlan[] = ['SMB', 'ENTERPRISE']
export const CYCLES: readonly Cycle[] = ['MONTHLY', 'MONTHLY', 'QUARTERLY', 'ANNUAL']
const PAYABLE_BEFORE = 7 * DAY
const ORDER_MIN = 100

const blank = {
  status: 'CREATED',
  currency: 'INR',
  checks: 0,
  payment: null,
  setup: 0,
  setupGst: 0,
  gst: 0,
  terms: '',
  cyclePrice: 0,
} as const
export function addOrder(
  model: Model,
  order: Omit<Order, keyof typeof blank | 'createdAt' | 'nextCheck'> & Partial<Order>,
) {
  model.orders.push({ ...blank, createdAt: model.now, nextCheck: model.now + 30_000, ...order })
}

/** An order of the same kind that can still be paid is answered again, unless its price or tax has changed. */
function openOrder(model: Model, amount: number, like: Partial<Order>) {
  const newest = model.orders.findLast(
    (order) =>
      order.status !== 'PAID' &&
      order.status !== 'EXPIRED' &&
      order.createdAt + 24 * HOUR > model.now &&
      Object.entries(like).every(([key, value]) => order[key as keyof Order] === value),
  )
  return newest?.amount === amount ? newest : undefined
}

async function order(walker: Walker, path: string, body: unknown, name: string) {
  const answer = await walker.post(path, body)
  if (answer.status === 201) {
    walker.ids.set(name, answer.body.orderId)
    walker.ids.set(`${name} at gateway`, answer.body.gatewayOrderId)
  }
  return answer
}

const onboard: Verb = {
  name: 'onboard',
  weight: 5,
  choose: (model, random) =>
    hasPaidPlan(model) && random.chance(0.8) ? undefined : { plan: random.pick(PLANS), cycle: random.pick(CYCLES) },
  predict: (model, args, name) =>
    closedOr(model, () => {
      if (hasPaidPlan(model)) return refusal(409, 'ALREADY_SUBSCRIBED')
      const { plan, cycle } = args as { plan: ListedPlan; cycle: Cycle }
      const setup = hasPaidSetup(model) ? 0 : SETUP[plan]
      const base = CYCLE_PRICE[plan][cycle]
      const [gst, setupGst] = [taxAt(model.place, base), taxAt(model.place, setup)]
      const amount = base + gst + setup + setupGst
      const open = openOrder(model, amount, { type: 'ONBOARDING', plan, cycle })
      const of = { plan, cycle, setup, setupGst, base, gst, amount, subscription: 0 }
      if (open) model.aliases[name] = open.name
      else if (model.status === 'CLOSING') return refusal(409, 'INVALID_STATE')
      else addOrder(model, { name, type: 'ONBOARDING', ...of })
      return created({ amountMinorUnit: amount })
    }),
  run: (walker, { plan, cycle }, name) => order(walker, '/billing/onboarding/create-order', { plan, cycle }, name),
}

const payCycle: Verb = {
  name: 'pay the next cycle',
  weight: 4,
  choose(model, random) {
    const sub = live(model)
    const isDue = sub && model.now >= sub.end - PAYABLE_BEFORE
    return isDue || random.chance(0.2) ? {} : undefined
  },
  predict: (model, _args, name) =>
    closedOr(model, () => {
      const pending = pendingRefund(model)
      if (pending) return refusal(409, 'REFUND_PENDING')
      const sub = live(model)
      if (!sub || sub.trialUntil !== null) return refusal(409, 'INVALID_STATE')
      if (statusOf(sub, model.now) === 'ACTIVE' && (sub.cancelAtEnd || model.now < sub.end - PAYABLE_BEFORE))
        return refusal(409, 'INVALID_STATE')
      const base = sub.price
      const gst = taxAt(model.place, base)
      const amount = base + gst
      const of = { type: 'CYCLE', subscription: sub.no, terms: `until ${sub.end}` } as const
      const open = openOrder(model, amount, of)
      if (open) model.aliases[name] = open.name
      else addOrder(model, { name, ...of, plan: 'SMB', cycle: sub.cycle, base, gst, amount })
      return created({ amountMinorUnit: amount })
    }),
  run: (walker, _args, name) => order(walker, '/billing/subscription/pay', undefined, name),
}

const changePlan: Verb = {
  name: 'change plan',
  weight: 8,
  followedBy: ['pay order'],
  choose: (model, random) =>
    live(model) || random.chance(0.1) ? { plan: random.pick(PLANS), cycle: random.pick(CYCLES) } : undefined,
  predict: (model, args, name) =>
    closedOr(model, () => change(model, args as { plan: ListedPlan; cycle: Cycle }, name)),
  run: (walker, { plan, cycle }, name) => order(walker, '/billing/subscription/change', { plan, cycle }, name),
}

function change(model: Model, { plan, cycle }: { plan: ListedPlan; cycle: Cycle }, name: string): Expected {
  if (pendingRefund(model)) return refusal(409, 'REFUND_PENDING')
  const sub = live(model)
  if (!sub || statusOf(sub, model.now) !== 'ACTIVE') return refusal(409, 'INVALID_STATE')
  if (sub.plan === 'CUSTOM' || (sub.plan === plan && sub.cycle === cycle)) return refusal(409, 'INVALID_STATE')
  const price = CYCLE_PRICE[plan][cycle]
  const isLarger = plan === 'ENTERPRISE' && sub.plan === 'SMB'
  const isUpgrade = isLarger || (plan === sub.plan && MONTHS[cycle] > MONTHS[sub.cycle])
  if (!isUpgrade) {
    downgrade(model, plan, cycle)
    return ok({ plan, cycle })
  }
  const base = price - unused(model, sub)
  if (base >= ORDER_MIN) {
    const gst = taxAt(model.place, base)
    const of = { plan, cycle, base, gst, amount: base + gst, cyclePrice: price, subscription: sub.no }
    addOrder(model, { name, type: 'PLAN_CHANGE', ...of, terms: termsOf(model, sub) })
    return created({ amountMinorUnit: base + gst })
  }
  startCycle(model, sub, { plan, cycle, price }, name)
  sub.draft = null
  returnAsBonus(model, Math.max(0, -base))
  return ok({ plan, cycle })
}

/**
 * The paid time keeps its end; what was paid for it beyond the smaller plan's price becomes bonus. An annual cycle that
 * runs on under a monthly plan is still an annual one.
 */
function downgrade(model: Model, plan: ListedPlan, cycle: Cycle) {
  const sub = live(model)
  if (!sub) return
  let bonus = 0
  for (const paid of sub.cycles) {
    if (paid.end <= model.now) continue
    const price = CYCLE_PRICE[plan][lengthOf(paid)]
    const refunded = refundedBase(model, paid.payment)
    const excess = paid.worth - refunded - price
    if (excess <= 0) continue
    bonus += partOf(excess, remaining(paid, model.now), paid.end - paid.start)
    Object.assign(paid, { worth: price + refunded, movedTo: 'BONUS' })
  }
  Object.assign(sub, { plan, cycle, price: CYCLE_PRICE[plan][cycle], cap: CAP[plan] })
  Object.assign(sub, { cancelAtEnd: false, refundDeadline: null })
  replaceMandate(model, sub)
  returnAsBonus(model, bonus)
}

const cancel: Verb = {
  name: 'cancel plan',
  weight: 1,
  choose: () => ({}),
  predict: (model) =>
    closedOr(model, () => {
      if (pendingRefund(model)) return refusal(409, 'REFUND_PENDING')
      const sub = live(model)
      if (!sub) return refusal(409, 'INVALID_STATE')
      if (!sub.cancelAtEnd && sub.trialUntil === null && model.now < sub.end) {
        sub.cancelAtEnd = true
        replaceMandate(model, sub)
      } else if (!sub.cancelAtEnd) end(model, sub, model.now)
      return ok()
    }),
  run: (walker) => walker.post('/billing/subscription/cancel'),
}

/** With a tax number, by its address, or without either: then the vendor is where we are. */
const ADDRESSES: readonly { place: Place; gstin: string | null; address: Record<string, string> | null }[] = [
  { place: 'INTRA', gstin: null, address: null },
  { place: 'INTRA', gstin: '27AAACR5055K1Z7', address: null },
  { place: 'INTER', gstin: '29AAGCB7383J1Z4', address: { line1: '1 Sheikh Zayed Road', country: 'AE' } },
  { place: 'INTER', gstin: null, address: { line1: '12 Church Street', country: 'IN', stateCode: '29' } },
  { place: 'EXPORT', gstin: null, address: { line1: '1 Sheikh Zayed Road', country: 'AE' } },
]

const move: Verb = {
  name: 'vendor moves',
  weight: 2,
  choose: (_model, random) => ({ to: random.below(ADDRESSES.length) }),
  predict: (model, { to }) =>
    closedOr(model, () => {
      const { place = 'INTRA', gstin = null } = ADDRESSES[Number(to)] ?? {}
      Object.assign(model, { place, gstin })
      return ok()
    }),
  run(walker, { to }) {
    const { place: _, ...address } = ADDRESSES[Number(to)] ?? {}
    return walker.call('admin', 'PATCH', '/vendor/me', address)
  },
}

/** Until the first order, and while nothing is booked. */
const chooseCurrency: Verb = {
  name: 'vendor chooses a currency',
  weight: 1,
  choose({ orders, wallet }, random) {
    const isFree = orders.length === 0 && wallet.ledger.length === 0
    return isFree || random.chance(0.1) ? { currency: random.pick(CURRENCIES) } : undefined
  },
  predict: (model, args) =>
    closedOr(model, () => {
      const currency = args['currency'] as Currency
      const isFixed = model.orders.length > 0 || model.wallet.ledger.length > 0
      if (isFixed && currency !== model.currency) return refusal(409, 'CURRENCY_FIXED')
      model.currency = currency
      return ok({ currency })
    }),
  run: (walker, { currency }) => walker.call('admin', 'PATCH', '/vendor/me', { currency }),
}

export const planVerbs: readonly Verb[] = [onboard, payCycle, changePlan, cancel, move, chooseCurrency]
