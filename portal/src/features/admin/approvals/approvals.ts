import type { ApprovalView, PendingView } from '@harkara/server/approvals/schema'
import { notifications } from '@mantine/notifications'
import type { Out } from '../../../api/types.ts'
import type { Tone } from '../../../components/status-dot.tsx'
import { formatMoney } from '../../../format/money.ts'

export type Approval = Out<typeof ApprovalView>
export type Pending = Out<typeof PendingView>

/** True if the server holds the action back until a second operator decides. */
export const isPendingApproval = (answer: object): answer is Pending => 'approvalId' in answer

export const notifyPendingApproval = () =>
  notifications.show({
    title: 'Awaiting approval',
    message: 'The amount is above the approval threshold, so another operator has to approve it first.',
    autoClose: 10_000,
  })

export const APPROVAL_STATUSES: Record<Approval['status'], readonly [Tone, string]> = {
  PENDING: ['pending', 'Pending'],
  APPROVED: ['success', 'Approved'],
  REJECTED: ['error', 'Rejected'],
  EXPIRED: ['neutral', 'Expired'],
}

/** `Credit ₹75,000.00 as a bonus` */
export function approvalTitle({ kind, amountMinorUnit, currency, details }: Approval): string {
  const amount = formatMoney(amountMinorUnit, currency)
  if (kind === 'WALLET_CORRECTION') return `Debit ${amount} (correction)`
  return `Credit ${amount}${details['type'] === 'BONUS' ? ' as a bonus' : ''}`
}
