import type { OperatorRefundView, RefundView } from '@harkara/server/refunds/schema'
import type { Out } from '../../../api/types.ts'
import type { Tone } from '../../../components/values/status-dot.tsx'

export type Refund = Out<typeof RefundView>
export type RefundDetail = Out<typeof OperatorRefundView>

export const REFUND_STATES: Record<Refund['status'], [Tone, string]> = {
  REQUESTED: ['pending', 'Pending'],
  APPROVED: ['pending', 'Approved'],
  PROCESSING: ['pending', 'In progress'],
  REFUNDED: ['success', 'Refunded'],
  FAILED: ['error', 'Failed'],
  REJECTED: ['neutral', 'Rejected'],
  WITHDRAWN: ['neutral', 'Withdrawn'],
}

export const REFUND_BASES: Record<Refund['basis'], string> = {
  FIRST_MONTH: 'First month',
  EXIT: 'Account closure',
  PLATFORM_ERROR: 'Platform error',
  DOUBLE_CHARGE: 'Double charge',
}

/** True if an amount has to be paid out by bank transfer and the gateway has finished its part. */
export const needsBankTransfer = ({ status, manualPayoutMinorUnit, paidOutAt, payouts }: Refund) =>
  manualPayoutMinorUnit > 0 &&
  paidOutAt === null &&
  status === 'REFUNDED' &&
  payouts.every((payout) => payout.status === 'PROCESSED' || payout.status === 'FAILED')
