import { toJsonInteger } from '../../domain/money/money.ts'
import {
  GatewayRefused,
  type GatewaySubscription,
  type GatewaySubscriptionRequest,
  type PaymentGateway,
} from '../../ports/payment-gateway.ts'
import { PlanAnswer, SubscriptionAnswer } from './razorpay-answers.ts'
import type { Razorpay } from './razorpay-call.ts'

type PlanRequest = Pick<GatewaySubscriptionRequest, 'planName' | 'period' | 'amountMinorUnit' | 'currency'>

/** Three months instead of `quarterly`, which older accounts do not have. */
const PERIODS = {
  MONTHLY: { period: 'monthly', interval: 1 },
  QUARTERLY: { period: 'monthly', interval: 3 },
  ANNUAL: { period: 'yearly', interval: 1 },
} as const

/** The gateway knows no subscription without an end. Ten years of charges outlive every mandate. */
const CHARGES = { MONTHLY: 120, QUARTERLY: 40, ANNUAL: 10 } as const

const PLANS_REMEMBERED_MAX = 1_000

const ENDED: ReadonlySet<string> = new Set(['cancelled', 'completed', 'expired'])
const NOT_BEGUN: ReadonlySet<string> = new Set(['created', 'authenticated'])

export function razorpaySubscriptions(
  razorpay: Razorpay,
): Pick<PaymentGateway, 'createSubscription' | 'cancelSubscription'> {
  const planFor = rememberedPlans(razorpay)

  const cancel = (gatewaySubId: string, isAtCycleEnd: boolean) =>
    razorpay.call({
      method: 'POST',
      path: `/subscriptions/${encodeURIComponent(gatewaySubId)}/cancel`,
      body: { cancel_at_cycle_end: isAtCycleEnd },
      answer: SubscriptionAnswer,
    })
  const read = (gatewaySubId: string) =>
    razorpay.call({
      method: 'GET',
      path: `/subscriptions/${encodeURIComponent(gatewaySubId)}`,
      answer: SubscriptionAnswer,
    })

  return {
    async createSubscription({ startAt, notes, ...plan }): Promise<GatewaySubscription> {
      const { id, short_url, status } = await razorpay.call({
        method: 'POST',
        path: '/subscriptions',
        body: {
          plan_id: await planFor(plan),
          total_count: CHARGES[plan.period],
          quantity: 1,
          customer_notify: true,
          start_at: Math.floor(startAt.getTime() / 1_000),
          notes,
        },
        answer: SubscriptionAnswer,
      })
      return { gatewaySubId: id, mandateUrl: short_url ?? null, status }
    },

    async cancelSubscription(gatewaySubId, when) {
      try {
        await cancel(gatewaySubId, when === 'AT_CYCLE_END')
      } catch (error) {
        if (!(error instanceof GatewayRefused)) throw error
        const { status } = await read(gatewaySubId)
        if (ENDED.has(status)) return
        // Before the first charge there is no cycle at whose end it could stop, and nothing paid that is lost by now.
        if (when === 'NOW' || !NOT_BEGUN.has(status)) throw error
        await cancel(gatewaySubId, false)
      }
    },
  }
}

/** Plans cannot be changed and cost nothing: one is made when its price is first asked for, by each process. */
function rememberedPlans(razorpay: Razorpay) {
  const plans = new Map<string, Promise<string>>()

  const create = async ({ planName, period, amountMinorUnit, currency }: PlanRequest) => {
    const item = { name: planName, amount: toJsonInteger(amountMinorUnit), currency }
    const body = { ...PERIODS[period], item }
    const { id } = await razorpay.call({ method: 'POST', path: '/plans', body, answer: PlanAnswer })
    return id
  }
  return (plan: PlanRequest): Promise<string> => {
    const key = JSON.stringify([plan.period, String(plan.amountMinorUnit), plan.currency, plan.planName])
    const known = plans.get(key)
    if (known) return known
    if (plans.size >= PLANS_REMEMBERED_MAX) plans.clear()
    const made = create(plan)
    plans.set(key, made)
    made.catch(() => plans.delete(key))
    return made
  }
}
