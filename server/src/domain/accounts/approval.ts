import { DAY_MS } from '../durations.ts'
import { APPROVAL_DAYS } from '../limits.ts'

/** What operators may have to ask a second operator for. */
export const APPROVAL_KINDS = ['WALLET_CREDIT', 'WALLET_CORRECTION'] as const
export type ApprovalKind = (typeof APPROVAL_KINDS)[number]

export const APPROVAL_STATUSES = ['PENDING', 'APPROVED', 'REJECTED', 'EXPIRED'] as const
export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number]

export const approvalExpiry = (requestedAt: Date) => new Date(requestedAt.getTime() + APPROVAL_DAYS * DAY_MS)

/** Computed on read: a request that nobody decided in time has expired without anything having to run. */
export const approvalStatus = (
  approval: { status: Exclude<ApprovalStatus, 'EXPIRED'>; expiresAt: Date },
  now: Date,
): ApprovalStatus => (approval.status === 'PENDING' && approval.expiresAt <= now ? 'EXPIRED' : approval.status)
