import { DAY, MONTHS, monthsLater, nextAnniversary, wholeSecond } from './calendar.ts'
import type { Cycle, ListedPlan, Model, RefundRequest, Subscription } from './model.ts'
import { baseOf, CAP, partOf } from './prices.ts'

export type Status = 'ACTIVE' | 'PAST_DUE' | 'FROZEN' | 'CANCELLED' | 'TRIAL'
const WINDOW_DAYS = 4
const EXTENSION_DAYS = 3

export const latest = (model: Model): Subscription | undefined => model.subscriptions.at(-1)

/** Day 1 is the first failed charge, or a day after the end of an unpaid cycle. A trial has no grace. */
export function graceDay(sub: Subscription, now: number): number | null {
  if (sub.trialUntil !== null) return null
  const dayOne = Math.min(sub.end + DAY, ...sub.failures)
  return now < dayOne ? null : Math.floor((now - dayOne) / DAY) + 1
}

export function statusOf(sub: Subscription, now: number): Status {
  if (sub.cancelledAt !== null && now >= sub.cancelledAt) return 'CANCELLED'
  if (sub.cancelAtEnd && now >= sub.end) return 'CANCELLED'
  if (sub.trialUntil !== null) return now >= sub.trialUntil ? 'CANCELLED' : 'TRIAL'
  const day = graceDay(sub, now)
  if (day === null) return 'ACTIVE'
  return day <= WINDOW_DAYS + EXTENSION_DAYS ? 'PAST_DUE' : 'FROZEN'
}

export const bannerOf = (sub: Subscription, now: number) => {
  const day = statusOf(sub, now) === 'CANCELLED' ? null : graceDay(sub, now)
  if (day === null) return 'none'
  return day <= WINDOW_DAYS ? 'yellow' : day <= WINDOW_DAYS + EXTENSION_DAYS ? 'red' : 'frozen'
}

/** Has one that is not a trial. */
export const hasPaidPlan = (model: Model) => {
  const sub = live(model)
  return sub !== undefined && sub.trialUntil === null
}

export const hasPaidSetup = (model: Model) => model.subscriptions.some(({ isSetUp }) => isSetUp)

/**
 * A new subscription, unless there is a trial: that is converted, and goes on with its count. What campaigns of the plan
 * before have reserved is part of it.
 */
export function open(
  model: Model,
  terms: Pick<Subscription, 'plan' | 'cycle' | 'price' | 'cap' | 'end'>,
): Subscription {
  const start = wholeSecond(model.now)
  const begun = { ...terms, start, capReset: nextAnniversary(start, model.now), refundDeadline: null }
  const trial = live(model)
  if (trial) return Object.assign(trial, begun)
  const last = latest(model)
  if (last && last.cancelledAt === null) last.cancelledAt = last.end
  const sub: Subscription = {
    ...begun,
    no: model.subscriptions.length + 1,
    since: model.now,
    isSetUp: false,
    trialUntil: null,
    used: 0,
    reserved: last?.reserved ?? 0,
    failures: [],
    cancelAtEnd: false,
    cancelledAt: null,
    lastPaidAt: 0,
    cycles: [],
    draft: null,
  }
  model.subscriptions.push(sub)
  return sub
}

export const live = (model: Model): Subscription | undefined => {
  const sub = latest(model)
  return sub && statusOf(sub, model.now) !== 'CANCELLED' ? sub : undefined
}

/** Time has passed: a cycle that was paid ahead begins, and the count of conversations restarts every month. */
export function catchUp(model: Model) {
  for (const sub of model.subscriptions) {
    if (model.now < sub.capReset) continue
    for (const cycle of sub.cycles)
      if (cycle.worth > 0 && cycle.start <= model.now && cycle.start > sub.start) sub.start = cycle.start
    sub.used = 0
    sub.capReset = nextAnniversary(sub.start, model.now)
  }
}

/** What the sweep writes down: the invoice of a cycle that is due, overdue from Day 5, and ended plans. */
export function sweepSubscriptions(model: Model) {
  for (const sub of model.subscriptions) {
    if (sub.cancelledAt !== null) continue
    if (statusOf(sub, model.now) === 'CANCELLED') {
      end(model, sub, sub.end)
      continue
    }
    const day = graceDay(sub, model.now)
    if (day !== null) sub.draft = day > WINDOW_DAYS || sub.draft === 'OVERDUE' ? 'OVERDUE' : 'DRAFT'
  }
}

/** Ends it for good. Its mandate is given up, and the invoice of a due cycle is void. */
export function end(model: Model, sub: Subscription, at: number) {
  sub.cancelledAt = at
  sub.draft = null
  replaceMandate(model, sub)
}

export function replaceMandate(model: Model, sub: Subscription) {
  for (const mandate of model.mandates) if (mandate.subscription === sub.no) mandate.replaced = true
  model.mandateJobs.push(sub.no)
}

/** Refunded before GST, from the moment the gateway may have been asked until it reports a failure. */
export function refundedBase(model: Model, payment: string): number {
  const at = model.invoices.findIndex((one) => one.type === 'SUBSCRIPTION' && one.payment === payment)
  const invoice = model.invoices[at]
  if (!invoice) return 0
  return baseOf(refundedOf(model, at), invoice)
}

const counts = ({ status }: RefundRequest) => status === 'PROCESSING' || status === 'REFUNDED'
export const refundedOf = (model: Model, invoice: number) =>
  model.requests
    .filter(counts)
    .flatMap(({ payouts }) => payouts)
    .filter((payout) => payout.invoice === invoice && payout.status !== 'FAILED')
    .reduce((sum, { amount }) => sum + amount, 0)

/** What was paid and neither refunded nor moved, for the time that remains. */
export function unused(model: Model, sub: Subscription): number {
  return sub.cycles.reduce((sum, cycle) => {
    const value = Math.max(0, cycle.worth - refundedBase(model, cycle.payment))
    return sum + partOf(value, remaining(cycle, model.now), cycle.end - cycle.start)
  }, 0)
}

export const remaining = ({ start, end }: { start: number; end: number }, now: number) =>
  Math.max(0, Math.min(end - start, end - now))

/** Begins a cycle now, with everything that was paid before counted in. */
export function startCycle(
  model: Model,
  sub: Subscription,
  terms: { plan: ListedPlan; cycle: Cycle; price: number },
  payment: string,
) {
  const start = wholeSecond(model.now)
  const end = monthsLater(start, MONTHS[terms.cycle])
  for (const cycle of sub.cycles)
    if (cycle.end > model.now) Object.assign(cycle, { worth: 0, movedTo: 'NEW_CYCLE' as const })
  sub.cycles.push({ payment, start, end, worth: terms.price, movedTo: null })
  Object.assign(sub, { ...terms, start, end, used: 0, cap: CAP[terms.plan], failures: [], cancelAtEnd: false })
  Object.assign(sub, { capReset: nextAnniversary(start, model.now), lastPaidAt: model.now, refundDeadline: null })
  replaceMandate(model, sub)
}
