import type { ApprovalView, PendingView } from '@harkara/server/approvals/schema'
import { notifications } from '@mantine/notifications'
import type { Out } from '../../api/types.ts'
import type { Tone } from '../../components/status-dot.tsx'
import { formatMoney } from '../../format/money.ts'

export type Approval = Out<typeof ApprovalView>
export type Pending = Out<typeof PendingView>

/** Whether the server put an action off until a second operator has decided. */
export const isWaiting = (answer: object): answer is Pending => 'approvalId' in answer

export const sayItWaits = () =>
  notifications.show({
    title: 'Waiting for a second operator',
    message: 'This is above the approval threshold. Nothing has moved yet: another operator has to approve it.',
    autoClose: 10_000,
  })

export const APPROVAL_STATUSES: Record<Approval['status'], readonly [Tone, string]> = {
  PENDING: ['wait', 'Pending'],
  APPROVED: ['good', 'Approved'],
  REJECTED: ['wrong', 'Rejected'],
  EXPIRED: ['calm', 'Expired'],
}

/** `Credit ₹75,000.00 as a bonus` */
export function approvalTitle({ kind, amountMinorUnit, currency, details }: Approval): string {
  const amount = formatMoney(amountMinorUnit, currency)
  if (kind === 'WALLET_CORRECTION') return `Take back ${amount}`
  return `Credit ${amount}${details['type'] === 'BONUS' ? ' as a bonus' : ''}`
}
