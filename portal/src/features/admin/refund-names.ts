import type { OperatorRefundView, RefundView } from '@harkara/server/refunds/schema'
import type { Out } from '../../api/types.ts'
import type { Tone } from '../../components/status-dot.tsx'

export type Refund = Out<typeof RefundView>
export type WholeRefund = Out<typeof OperatorRefundView>

export const REFUND_STATES: Record<Refund['status'], [Tone, string]> = {
  REQUESTED: ['wait', 'To be decided'],
  APPROVED: ['wait', 'Approved'],
  PROCESSING: ['wait', 'At the gateway'],
  REFUNDED: ['good', 'Refunded'],
  FAILED: ['wrong', 'Failed'],
  REJECTED: ['calm', 'Rejected'],
  WITHDRAWN: ['calm', 'Withdrawn'],
}

export const REFUND_BASES: Record<Refund['basis'], string> = {
  FIRST_MONTH: 'First month',
  EXIT: 'Closing the account',
  PLATFORM_ERROR: 'Our mistake',
  DOUBLE_CHARGE: 'Charged twice',
}

/** Something is left that only a person can send, and the gateway is done with its part. */
export const waitsForPayout = ({ status, manualPayoutMinorUnit, paidOutAt, payouts }: Refund) =>
  manualPayoutMinorUnit > 0 &&
  paidOutAt === null &&
  status === 'REFUNDED' &&
  payouts.every((payout) => payout.status === 'PROCESSED' || payout.status === 'FAILED')
