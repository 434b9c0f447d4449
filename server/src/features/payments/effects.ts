import type { OrderType } from '../../domain/payment-order.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Order } from '../orders/find.ts'
import { creditRecharge } from './credit-recharge.ts'

export interface CapturedPayment {
  gatewayPaymentId: string
  amountMinorUnit: bigint
  currency: string
  method?: string
}

/** What a payment does, in the transaction that makes its order PAID. It happens once: the order's row is locked. */
export type Effect = (tx: Tx, deps: Deps, order: Order, payment: CapturedPayment, now: Date) => Promise<void>

export const EFFECTS: Partial<Record<OrderType, Effect>> = {
  WALLET: creditRecharge,
}
