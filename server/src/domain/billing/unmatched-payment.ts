import { formatMoney } from '../money/money.ts'

/** Payments that arrived and could not be credited. Only UNPLACED needs an operator. */
export const UNMATCHED_STATES = ['UNPLACED', 'REFUNDING', 'REFUNDED', 'CREDITED', 'PLACED'] as const
export type UnmatchedState = (typeof UNMATCHED_STATES)[number]

export type PaymentRefundStatus = 'PLANNED' | 'ACCEPTED' | 'PROCESSED' | 'FAILED'
interface PaymentRefund {
  amountMinorUnit: bigint
  status: PaymentRefundStatus
}

/** The amount that is neither refunded nor being refunded. */
export const amountLeftOf = (amountMinorUnit: bigint, refunds: readonly PaymentRefund[]) =>
  refunds.reduce((left, refund) => (refund.status === 'FAILED' ? left : left - refund.amountMinorUnit), amountMinorUnit)

/** A failed refund makes the payment UNPLACED again. */
export function stateAfterRefunds(
  amountMinorUnit: bigint,
  refunds: readonly PaymentRefund[],
): 'UNPLACED' | 'REFUNDING' | 'REFUNDED' {
  if (amountLeftOf(amountMinorUnit, refunds) > 0n) return 'UNPLACED'
  return refunds.some(({ status }) => status === 'PLANNED' || status === 'ACCEPTED') ? 'REFUNDING' : 'REFUNDED'
}

/** Texts for the vendor that paid. */
const VENDOR_REASONS: Readonly<Record<string, string>> = {
  DUPLICATE_PAYMENT: 'Its order was already paid by another payment.',
  AMOUNT_MISMATCH: 'Its amount differs from the amount of the order.',
  CURRENCY_MISMATCH: 'Its currency differs from the currency of the order.',
  ACCOUNT_CLOSED: 'Your account is closed or being closed.',
  ALREADY_SUBSCRIBED: 'You already had an active plan when the payment arrived.',
  SETUP_ALREADY_PAID: 'It includes the setup fee, which you had already paid.',
  SUBSCRIPTION_ENDED: 'The plan it was for had ended.',
  REFUNDED: 'Part of it has been refunded.',
}
export const reasonForVendor = (reason: string) =>
  VENDOR_REASONS[reason] ?? 'It does not match the order it was made for.'

/** Texts for operators. */
const OPERATOR_REASONS: Readonly<Record<string, string>> = {
  UNKNOWN_ORDER: 'there is no order for it',
  DUPLICATE_PAYMENT: 'its order was already paid by another payment',
  AMOUNT_MISMATCH: 'its amount differs from the amount of its order',
  CURRENCY_MISMATCH: 'its currency differs from the currency of its order',
  VENDOR_MISMATCH: 'it names a different vendor from its order',
  ACCOUNT_CLOSED: "the vendor's account is closed or being closed",
  ALREADY_SUBSCRIBED: 'the vendor already had an active plan',
  SETUP_ALREADY_PAID: 'it includes the setup fee, which the vendor had already paid',
  SUBSCRIPTION_ENDED: 'the plan it was for had ended',
  REFUNDED: 'part of it has been refunded at the gateway',
}
export const reasonForOperators = (reason: string) => OPERATOR_REASONS[reason] ?? reason

/** The currency is the gateway's own text, which may be an unknown code. */
export const formatAmount = (minorUnits: bigint, currency: string) =>
  /^[A-Z]{3}$/.test(currency) ? formatMoney(minorUnits, currency) : `${minorUnits} minor units of “${currency}”`
