import { toJsonInteger } from '../../domain/money/money.ts'
import {
  GatewayRefused,
  type GatewaySubscription,
  type GatewaySubscriptionRequest,
  type PaymentGateway,
} from '../../ports/payment-gateway.ts'
import type { Razorpay } from './razorpay-call.ts'
import { PlanResponse, SubscriptionResponse } from './razorpay-responses.ts'

type PlanRequest = Pick<GatewaySubscriptionRequest, 'planName' | 'period' | 'amountMinorUnit' | 'currency'>

/** Three months instead of `quarterly`, which older accounts do not support. */
const PERIODS = {
  MONTHLY: { period: 'monthly', interval: 1 },
  QUARTERLY: { period: 'monthly', interval: 3 },
  ANNUAL: { period: 'yearly', interval: 1 },
} as const

/** The gateway requires an end for every subscription. Ten years of charges outlast every mandate. */
const CHARGES = { MONTHLY: 120, QUARTERLY: 40, ANNUAL: 10 } as const

const PLANS_CACHED_MAX = 1_000

const ENDED: ReadonlySet<string> = new Set(['cancelled', 'completed', 'expired'])
const NOT_BEGUN: ReadonlySet<string> = new Set(['created', 'authenticated'])

export function razorpaySubscriptions(
  razorpay: Razorpay,
): Pick<PaymentGateway, 'createSubscription' | 'cancelSubscription'> {
  const planFor = cachedPlans(razorpay)

  const cancel = (gatewaySubId: string, isAtCycleEnd: boolean) =>
    razorpay.call({
      method: 'POST',
      path: `/subscriptions/${encodeURIComponent(gatewaySubId)}/cancel`,
      body: { cancel_at_cycle_end: isAtCycleEnd },
      response: SubscriptionResponse,
    })
  const read = (gatewaySubId: string) =>
    razorpay.call({
      method: 'GET',
      path: `/subscriptions/${encodeURIComponent(gatewaySubId)}`,
      response: SubscriptionResponse,
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
        response: SubscriptionResponse,
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
        // Before the first charge there is no cycle to end, and nothing paid would be lost by cancelling now.
        if (when === 'NOW' || !NOT_BEGUN.has(status)) throw error
        await cancel(gatewaySubId, false)
      }
    },
  }
}

/** Plans are immutable and free: each process creates one when its price is first used. */
function cachedPlans(razorpay: Razorpay) {
  const plans = new Map<string, Promise<string>>()

  const create = async ({ planName, period, amountMinorUnit, currency }: PlanRequest) => {
    const item = { name: planName, amount: toJsonInteger(amountMinorUnit), currency }
    const body = { ...PERIODS[period], item }
    const { id } = await razorpay.call({ method: 'POST', path: '/plans', body, response: PlanResponse })
    return id
  }
  return (plan: PlanRequest): Promise<string> => {
    const key = JSON.stringify([plan.period, String(plan.amountMinorUnit), plan.currency, plan.planName])
    const cached = plans.get(key)
    if (cached) return cached
    if (plans.size >= PLANS_CACHED_MAX) plans.clear()
    const created = create(plan)
    plans.set(key, created)
    created.catch(() => plans.delete(key))
    return created
  }
}
