import { currencyDecimals } from '../money/currencies.ts'

export type OrderType = 'WALLET' | 'ONBOARDING' | 'CYCLE' | 'PLAN_CHANGE'
export type OrderStatus = 'CREATED' | 'PAID' | 'FAILED' | 'EXPIRED'

/** What an order shows: one that nobody paid in time has run out, whether or not anybody has noticed yet. */
export const statusAt = (order: { status: OrderStatus; expiresAt: Date }, now: Date): OrderStatus =>
  order.status !== 'PAID' && order.expiresAt.getTime() <= now.getTime() ? 'EXPIRED' : order.status

/** Gateways take amounts in currencies of three decimals only up to the second one. */
export const isPayable = (amountMinorUnit: bigint, currency: string) =>
  currencyDecimals(currency) < 3 || amountMinorUnit % 10n === 0n
