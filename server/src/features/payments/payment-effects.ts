import type { OrderType } from '../../domain/billing/payment-order.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Order } from '../orders/find.ts'
import { supersedeRequests } from '../refunds/requests/supersede.ts'
import { applyOnboarding } from '../subscriptions/plans/apply-onboarding.ts'
import { applyPlanChange } from '../subscriptions/plans/apply-plan-change.ts'
import { applyCyclePayment } from '../subscriptions/plans/pay.ts'
import { creditRecharge } from './credit-recharge.ts'

interface CapturedPayment {
  gatewayPaymentId: string
  amountMinorUnit: bigint
  currency: string
  method?: string
}

/**
 * Applies a payment in the transaction that marks its order as PAID. It runs once, because the order's row is locked.
 * If the payment can no longer be applied, nothing changes and the reason is returned for an operator.
 */
type PaymentEffect = (
  tx: Tx,
  deps: Deps,
  order: Order,
  payment: CapturedPayment,
  now: Date,
) => Promise<string | undefined>

/** A vendor that pays for its plan keeps it, so open requests to refund earlier payments are ended. */
const supersedingRefundRequests =
  (effect: PaymentEffect): PaymentEffect =>
  async (tx, deps, order, payment, now) => {
    const refusal = await effect(tx, deps, order, payment, now)
    if (refusal === undefined) await supersedeRequests(tx, order.vendorId, String(order.details['subscriptionId']), now)
    return refusal
  }

export const PAYMENT_EFFECTS: Record<OrderType, PaymentEffect> = {
  WALLET: async (...recharge) => {
    await creditRecharge(...recharge)
    return undefined
  },
  ONBOARDING: applyOnboarding,
  CYCLE: supersedingRefundRequests(applyCyclePayment),
  PLAN_CHANGE: supersedingRefundRequests(applyPlanChange),
}
