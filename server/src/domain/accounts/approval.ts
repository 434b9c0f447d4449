import { DAY_MS } from '../durations.ts'
import { APPROVAL_DAYS } from '../limits.ts'

/** Actions that may need a second operator. */
export const APPROVAL_KINDS = [
  'WALLET_CREDIT',
  'WALLET_CORRECTION',
  /** An approved refund request, also one that closes the account. */
  'REFUND',
  /** A bank transfer for what the gateway could not refund. */
  'PAYOUT',
  'PAYMENT_REFUND',
  'PAYMENT_CREDIT',
  /** A rate that the feed does not confirm. Its amount is what one dollar is worth then. */
  'EXCHANGE_RATE',
] as const
export type ApprovalKind = (typeof APPROVAL_KINDS)[number]

export const APPROVAL_STATUSES = ['PENDING', 'APPROVED', 'REJECTED', 'EXPIRED'] as const
export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number]

export const approvalExpiry = (requestedAt: Date) => new Date(requestedAt.getTime() + APPROVAL_DAYS * DAY_MS)

/** Computed on read: an undecided request expires without a job having to run. */
export const approvalStatus = (
  approval: { status: Exclude<ApprovalStatus, 'EXPIRED'>; expiresAt: Date },
  now: Date,
): ApprovalStatus => (approval.status === 'PENDING' && approval.expiresAt <= now ? 'EXPIRED' : approval.status)
