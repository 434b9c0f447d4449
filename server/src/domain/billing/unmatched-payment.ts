import { formatMoney } from '../money/money.ts'

/** Money that arrived and could not be credited. REFUNDING, REFUNDED, CREDITED and PLACED need nobody any more. */
export const UNMATCHED_STATES = ['UNPLACED', 'REFUNDING', 'REFUNDED', 'CREDITED', 'PLACED'] as const
export type UnmatchedState = (typeof UNMATCHED_STATES)[number]

export type PaymentRefundStatus = 'PLANNED' | 'ACCEPTED' | 'PROCESSED' | 'FAILED'
export interface PaymentRefund {
  amountMinorUnit: bigint
  status: PaymentRefundStatus
}

/** What neither went back nor is on its way back. */
export const leftOf = (amountMinorUnit: bigint, refunds: readonly PaymentRefund[]) =>
  refunds.reduce((left, refund) => (refund.status === 'FAILED' ? left : left - refund.amountMinorUnit), amountMinorUnit)

/** A refund that failed puts the payment back before the operators. */
export function stateAfterRefunds(
  amountMinorUnit: bigint,
  refunds: readonly PaymentRefund[],
): 'UNPLACED' | 'REFUNDING' | 'REFUNDED' {
  if (leftOf(amountMinorUnit, refunds) > 0n) return 'UNPLACED'
  return refunds.some(({ status }) => status === 'PLANNED' || status === 'ACCEPTED') ? 'REFUNDING' : 'REFUNDED'
}

/** For the vendor, who paid. */
const TOLD_VENDOR: Readonly<Record<string, string>> = {
  DUPLICATE_PAYMENT: 'Its order was already paid by another payment.',
  AMOUNT_MISMATCH: 'Its amount differs from the amount of the order.',
  CURRENCY_MISMATCH: 'Its currency differs from the currency of the order.',
  ACCOUNT_CLOSED: 'Your account is closed or being closed.',
  ALREADY_SUBSCRIBED: 'You already had an active plan when the payment arrived.',
  SUBSCRIPTION_ENDED: 'The plan it was for had ended.',
}
export const reasonForVendor = (reason: string) => TOLD_VENDOR[reason] ?? 'It does not match the order it was made for.'

/** For operators. */
const TOLD_OPERATORS: Readonly<Record<string, string>> = {
  UNKNOWN_ORDER: 'there is no order for it',
  DUPLICATE_PAYMENT: 'its order was already paid by another payment',
  AMOUNT_MISMATCH: 'its amount differs from the amount of its order',
  CURRENCY_MISMATCH: 'its currency differs from the currency of its order',
  VENDOR_MISMATCH: 'it names a different vendor from its order',
  ACCOUNT_CLOSED: "the vendor's account is closed or being closed",
  ALREADY_SUBSCRIBED: 'the vendor already had an active plan',
  SUBSCRIPTION_ENDED: 'the plan it was for had ended',
}
export const reasonForOperators = (reason: string) => TOLD_OPERATORS[reason] ?? reason

/** The currency is what the gateway wrote, which may be none that anybody knows. */
export const formatAmount = (minorUnits: bigint, currency: string) =>
  /^[A-Z]{3}$/.test(currency) ? formatMoney(minorUnits, currency) : `${minorUnits} minor units of “${currency}”`
