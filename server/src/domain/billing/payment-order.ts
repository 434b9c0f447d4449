import { currencyDecimals } from '../money/currencies.ts'

export type OrderType = 'WALLET' | 'ONBOARDING' | 'CYCLE' | 'PLAN_CHANGE'
export type OrderStatus = 'CREATED' | 'PAID' | 'FAILED' | 'EXPIRED'

/** The visible status: an unpaid order past its expiry is expired, whether or not that has been stored. */
export const statusAt = (order: { status: OrderStatus; expiresAt: Date }, now: Date): OrderStatus =>
  order.status !== 'PAID' && order.expiresAt.getTime() <= now.getTime() ? 'EXPIRED' : order.status

/** Gateways accept amounts in three-decimal currencies only to the second decimal. */
export const isPayable = (amountMinorUnit: bigint, currency: string) =>
  currencyDecimals(currency) < 3 || amountMinorUnit % 10n === 0n
