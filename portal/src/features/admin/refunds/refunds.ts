import type { OperatorRefundView, RefundView } from '@harkara/server/refunds/schema'
import type { Out } from '../../../api/types.ts'
import type { Tone } from '../../../components/values/status-dot.tsx'
import { t } from '../../../format/translate.ts'

export type Refund = Out<typeof RefundView>
export type RefundDetail = Out<typeof OperatorRefundView>

export const REFUND_STATES: Record<Refund['status'], [Tone, string]> = {
  REQUESTED: ['pending', t('Pending')],
  APPROVED: ['pending', t('Approved')],
  PROCESSING: ['pending', t('In progress')],
  REFUNDED: ['success', t('Refunded')],
  FAILED: ['error', t('Failed')],
  REJECTED: ['neutral', t('Rejected')],
  WITHDRAWN: ['neutral', t('Withdrawn')],
}

export const REFUND_BASES: Record<Refund['basis'], string> = {
  FIRST_MONTH: t('First month'),
  EXIT: t('Account closure'),
  PLATFORM_ERROR: t('Platform error'),
  DOUBLE_CHARGE: t('Double charge'),
}

/** True if an amount has to be paid out by bank transfer and the gateway has finished its part. */
export const needsBankTransfer = ({ status, manualPayoutMinorUnit, paidOutAt, payouts }: Refund) =>
  manualPayoutMinorUnit > 0 &&
  paidOutAt === null &&
  status === 'REFUNDED' &&
  payouts.every((payout) => payout.status === 'PROCESSED' || payout.status === 'FAILED')
