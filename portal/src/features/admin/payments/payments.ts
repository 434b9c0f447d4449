import { formatAmount } from '@harkara/server/domain/billing/unmatched-payment'
import type { UnmatchedPaymentView } from '@harkara/server/payments/schema'
import type { Out } from '../../../api/types.ts'
import type { Tone } from '../../../components/values/status-dot.tsx'
import { t } from '../../../format/translate.ts'

export type Payment = Out<typeof UnmatchedPaymentView>

export const PAYMENT_STATES: Record<Payment['state'], [Tone, string]> = {
  UNPLACED: ['error', t('Unmatched')],
  REFUNDING: ['pending', t('Refund in progress')],
  REFUNDED: ['success', t('Refunded')],
  CREDITED: ['success', t('Credited')],
  PLACED: ['success', t('Credited by replay')],
}

const REASONS: Record<string, string> = {
  DUPLICATE_PAYMENT: t('Order already paid'),
  UNKNOWN_ORDER: t('No matching order'),
  AMOUNT_MISMATCH: t('Amount differs from the order'),
  CURRENCY_MISMATCH: t('Currency differs from the order'),
  VENDOR_MISMATCH: t('Vendor differs from the order'),
  ACCOUNT_CLOSED: t('Account closed'),
  ALREADY_SUBSCRIBED: t('Plan already active'),
  SETUP_ALREADY_PAID: t('Setup fee already paid'),
  SUBSCRIPTION_ENDED: t('Plan ended'),
  REFUNDED: t('Partly refunded'),
}
export const paymentReason = ({ reason }: Pick<Payment, 'reason'>) => REASONS[reason] ?? reason

/** The currency comes from the gateway and may be unknown. */
export const paymentAmount = (minorUnits: number, currency: string) => formatAmount(BigInt(minorUnits), currency)

export const remainingAmount = ({ amountMinorUnit, refundedMinorUnit }: Payment) => amountMinorUnit - refundedMinorUnit
