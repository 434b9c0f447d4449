import type { OrderType } from '../../domain/payment-order.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Order } from '../orders/find.ts'
import { applyOnboarding } from '../subscriptions/apply-onboarding.ts'
import { applyPlanChange } from '../subscriptions/apply-plan-change.ts'
import { applyCyclePayment } from '../subscriptions/pay.ts'
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

export const EFFECTS: Record<OrderType, Effect> = {
  WALLET: creditRecharge,
  ONBOARDING: applyOnboarding,
  CYCLE: applyCyclePayment,
  PLAN_CHANGE: applyPlanChange,
}
