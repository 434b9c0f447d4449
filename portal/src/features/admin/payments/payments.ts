import { formatAmount } from '@harkara/server/domain/billing/unmatched-payment'
import type { UnmatchedPaymentView } from '@harkara/server/payments/schema'
import type { Out } from '../../../api/types.ts'
import type { Tone } from '../../../components/values/status-dot.tsx'

export type Payment = Out<typeof UnmatchedPaymentView>

export const PAYMENT_STATES: Record<Payment['state'], [Tone, string]> = {
  UNPLACED: ['error', 'Unmatched'],
  REFUNDING: ['pending', 'Refund in progress'],
  REFUNDED: ['success', 'Refunded'],
  CREDITED: ['success', 'Credited'],
  PLACED: ['success', 'Credited by replay'],
}

const REASONS: Record<string, string> = {
  DUPLICATE_PAYMENT: 'Order already paid',
  UNKNOWN_ORDER: 'No matching order',
  AMOUNT_MISMATCH: 'Amount differs from the order',
  CURRENCY_MISMATCH: 'Currency differs from the order',
  VENDOR_MISMATCH: 'Vendor differs from the order',
  ACCOUNT_CLOSED: 'Account closed',
  ALREADY_SUBSCRIBED: 'Plan already active',
  SUBSCRIPTION_ENDED: 'Plan ended',
}
export const paymentReason = ({ reason }: Payment) => REASONS[reason] ?? reason

/** The currency comes from the gateway and may be unknown. */
export const paymentAmount = (minorUnits: number, currency: string) => formatAmount(BigInt(minorUnits), currency)

export const remainingAmount = ({ amountMinorUnit, refundedMinorUnit }: Payment) => amountMinorUnit - refundedMinorUnit
