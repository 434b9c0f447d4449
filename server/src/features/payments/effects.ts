import type { OrderType } from '../../domain/billing/payment-order.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Order } from '../orders/find.ts'
import { supersedeRequests } from '../refunds/supersede.ts'
import { applyOnboarding } from '../subscriptions/plans/apply-onboarding.ts'
import { applyPlanChange } from '../subscriptions/plans/apply-plan-change.ts'
import { applyCyclePayment } from '../subscriptions/plans/pay.ts'
import { creditRecharge } from './credit-recharge.ts'

export interface CapturedPayment {
  gatewayPaymentId: string
  amountMinorUnit: bigint
  currency: string
  method?: string
}

/**
 * What a payment does, in the transaction that makes its order PAID. It happens once: the order's row is locked. Where
 * it cannot be done any more it does nothing and says why, for an operator.
 */
export type Effect = (
  tx: Tx,
  deps: Deps,
  order: Order,
  payment: CapturedPayment,
  now: Date,
) => Promise<string | undefined>

/** Who pays for its plan keeps it: a request to refund what was paid before has an end. */
const superseding =
  (effect: Effect): Effect =>
  async (tx, deps, order, payment, now) => {
    const refusal = await effect(tx, deps, order, payment, now)
    if (refusal === undefined) await supersedeRequests(tx, order.vendorId, String(order.details['subscriptionId']), now)
    return refusal
  }

export const EFFECTS: Record<OrderType, Effect> = {
  WALLET: async (...recharge) => {
    await creditRecharge(...recharge)
    return undefined
  },
  ONBOARDING: applyOnboarding,
  CYCLE: superseding(applyCyclePayment),
  PLAN_CHANGE: superseding(applyPlanChange),
}
