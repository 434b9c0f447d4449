import type { ApprovalView, PendingView } from '@harkara/server/approvals/schema'
import { notifications } from '@mantine/notifications'
import type { Out } from '../../../api/types.ts'
import type { Tone } from '../../../components/values/status-dot.tsx'
import { formatMoney } from '../../../format/money.ts'
import { paymentAmount } from '../payments/payments.ts'

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
  const amount = paymentAmount(amountMinorUnit, currency)
  switch (kind) {
    case 'WALLET_CREDIT':
      return `Credit ${amount}${details['type'] === 'BONUS' ? ' as a bonus' : ''}`
    case 'WALLET_CORRECTION':
      return `Debit ${amount} (correction)`
    case 'REFUND':
      return `Refund ${amount}`
    case 'PAYOUT':
      return `Record payout of ${amount}`
    case 'PAYMENT_REFUND':
      return `Refund ${amount} (unmatched payment)`
    case 'PAYMENT_CREDIT':
      return `Credit ${amount} (unmatched payment)`
  }
}

/** What happens on approval. */
export const APPROVAL_EFFECTS: Record<Approval['kind'], string> = {
  WALLET_CREDIT: 'The wallet is credited immediately, and the vendor is notified.',
  WALLET_CORRECTION: 'The wallet is debited immediately, up to its available balance.',
  REFUND: 'The payment gateway is called immediately. A refund cannot be reversed.',
  PAYOUT: 'The bank transfer is recorded, and the vendor is notified. This cannot be undone.',
  PAYMENT_REFUND: 'The payment gateway is called immediately. A refund cannot be reversed.',
  PAYMENT_CREDIT: 'The payment is added to the wallet with an invoice, and the vendor is notified.',
}

/** True if money leaves a wallet or the platform. */
export const takesMoney = (kind: Approval['kind']) => kind !== 'WALLET_CREDIT' && kind !== 'PAYMENT_CREDIT'

export function approvalResult({ kind, companyName, currency, amountMinorUnit, result }: Approval): string {
  const amount = paymentAmount(Number(result?.['amountMinorUnit'] ?? amountMinorUnit), currency)
  const vendor = companyName ?? 'the payer'
  switch (kind) {
    case 'WALLET_CREDIT':
    case 'PAYMENT_CREDIT':
      return `${amount} credited to ${vendor}.`
    case 'REFUND':
    case 'PAYMENT_REFUND':
      return `Refund of ${amount} requested from the payment gateway.`
    case 'PAYOUT':
      return `Payout of ${amount} recorded.`
    case 'WALLET_CORRECTION': {
      const rest = Number(result?.['uncorrectedMinorUnit'] ?? 0)
      const taken = `${amount} debited from ${vendor}.`
      return rest > 0 ? `${taken} ${formatMoney(rest, currency)} was already spent or on hold.` : taken
    }
  }
}
