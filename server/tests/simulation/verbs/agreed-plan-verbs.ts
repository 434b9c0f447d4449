import { type Expected, ok, refusal, type Verb } from '../engine/verb.ts'
import type { Walker } from '../engine/walker.ts'
import { DAY, MONTHS, monthsLater, wholeSecond } from '../model/calendar.ts'
import { type Cycle, isLeaving, type ListedPlan, type Model } from '../model/model.ts'
import { CAP, CYCLE_PRICE } from '../model/prices.ts'
import { pendingRefund } from '../model/refunds.ts'
import { hasPaidPlan, live, open, replaceMandate } from '../model/subscription.ts'
import { CYCLES, PLANS } from './plan-verbs.ts'

function refusedToOperator(model: Model): Expected | undefined {
  if (isLeaving(model)) return refusal(409, 'INVALID_STATE')
  return pendingRefund(model) && refusal(409, 'REFUND_PENDING')
}

function setTerms(walker: Walker, terms: object) {
  walker.hasNewTerms = true
  return walker.call('operator', 'PUT', `/admin/vendors/${walker.vendorId}/subscription`, terms)
}

/** A paid cycle keeps its end, and the plan goes on also if it was cancelled. Without one, the first counts as paid. */
const agreePlan: Verb = {
  name: 'operator sets a custom plan',
  weight: 1,
  followedBy: ['pay order', 'pay the next cycle', 'change plan', 'cancel plan', 'ask for a refund'],
  choose: (_model, random) => ({
    monthly: random.pick([100_000, 700_000]),
    cap: random.pick([5, 40]),
    cycle: random.pick(CYCLES),
  }),
  predict(model, args) {
    const refused = refusedToOperator(model)
    if (refused) return refused
    const cycle = args['cycle'] as Cycle
    const price = Number(args['monthly']) * MONTHS[cycle]
    const terms = { plan: 'CUSTOM', cycle, price, cap: Number(args['cap']) } as const
    const end = monthsLater(wholeSecond(model.now), MONTHS[cycle])
    const current = hasPaidPlan(model) ? live(model) : undefined
    const sub = current ? Object.assign(current, terms) : open(model, { ...terms, end })
    Object.assign(sub, { isSetUp: true, trialUntil: null, cancelAtEnd: false, refundDeadline: null, draft: null })
    replaceMandate(model, sub)
    return ok({ plan: 'CUSTOM', cycle, conversationCap: terms.cap })
  },
  run: (walker, { monthly, cap, cycle }) =>
    setTerms(walker, { plan: 'CUSTOM', cycle, monthlyAmountPaise: monthly, conversationCap: cap }),
}

/** Of a vendor without a paid plan, or of one that has a trial. */
const grantTrial: Verb = {
  name: 'operator grants a trial',
  weight: 1,
  followedBy: ['onboard', 'launch', 'cancel plan', 'operator sets a custom plan'],
  choose: (model, random) =>
    hasPaidPlan(model) && random.chance(0.7) ? undefined : { plan: random.pick(PLANS), days: random.pick([1, 7, 45]) },
  predict(model, args) {
    const refused = refusedToOperator(model)
    if (refused) return refused
    if (hasPaidPlan(model)) return refusal(409, 'INVALID_STATE')
    const plan = args['plan'] as ListedPlan
    const trialUntil = model.now + Number(args['days']) * DAY
    const terms = { plan, cycle: 'MONTHLY', price: CYCLE_PRICE[plan].MONTHLY, cap: CAP[plan] } as const
    Object.assign(open(model, { ...terms, end: trialUntil }), { trialUntil, isSetUp: false })
    return ok({ plan, status: 'TRIAL' })
  },
  run(walker, { plan, days }) {
    const until = new Date(walker.world.clock.now().getTime() + Number(days) * DAY)
    return setTerms(walker, { plan, trialUntil: until.toISOString() })
  },
}

export const agreedPlanVerbs: readonly Verb[] = [agreePlan, grantTrial]
