import type { ApprovalView, PendingView } from '@harkara/server/approvals/schema'
import { notifications } from '@mantine/notifications'
import type { Out } from '../../../api/types.ts'
import type { Tone } from '../../../components/values/status-dot.tsx'
import { formatMoney } from '../../../format/money.ts'
import { t } from '../../../format/translate.ts'
import { paymentAmount } from '../payments/payments.ts'

export type Approval = Out<typeof ApprovalView>
export type Pending = Out<typeof PendingView>

/** True if the server holds the action back until a second operator decides. */
export const isPendingApproval = (answer: object): answer is Pending => 'approvalId' in answer

export const notifyPendingApproval = (
  why = t('The amount is above the approval threshold, so another operator has to approve it first.'),
) =>
  notifications.show({
    title: t('Awaiting approval'),
    message: why,
    autoClose: 10_000,
  })

export const APPROVAL_STATUSES: Record<Approval['status'], readonly [Tone, string]> = {
  PENDING: ['pending', t('Pending')],
  APPROVED: ['success', t('Approved')],
  REJECTED: ['error', t('Rejected')],
  EXPIRED: ['neutral', t('Expired')],
}

const LOST_RIGHTS = new Map([
  ['OPERATOR_DISABLED', t('Requester disabled')],
  ['OPERATOR_REMOVED', t('Requester removed')],
  ['OPERATOR_ROLE_CHANGED', t('Role of the requester changed')],
])
/** Why a request was rejected without anybody deciding; undefined for what an operator wrote. */
export const lostRight = (reason: string) => LOST_RIGHTS.get(reason)

/** `Credit ₹75,000.00 as a bonus` */
export function approvalTitle({ kind, amountMinorUnit, currency, details }: Approval): string {
  const amount = paymentAmount(amountMinorUnit, currency)
  switch (kind) {
    case 'WALLET_CREDIT':
      return t('Credit {amount}{detail}', { amount, detail: details['type'] === 'BONUS' ? ` ${t('as a bonus')}` : '' })
    case 'WALLET_CORRECTION':
      return t('Debit {amount} (correction)', { amount })
    case 'REFUND':
      return t('Refund {amount}', { amount })
    case 'PAYOUT':
      return t('Record payout of {amount}', { amount })
    case 'PAYMENT_REFUND':
      return t('Refund {amount} (unmatched payment)', { amount })
    case 'PAYMENT_CREDIT':
      return t('Credit {amount} (unmatched payment)', { amount })
    case 'EXCHANGE_RATE':
      return t('Set {currency} to {rate} per US dollar', { currency, rate: String(details['rate']) })
  }
}

/** `For Asha Traders`, or what a rate is compared with. */
export function approvalSubject({ kind, companyName, details }: Approval): string {
  if (kind !== 'EXCHANGE_RATE') return t('For {vendor}.', { vendor: companyName ?? t('an unknown vendor') })
  const [rate, offered] = [String(details['rateBefore']), details['offeredRate']]
  return offered === null
    ? t('Now {rate}. The feed has not offered a rate.', { rate })
    : t('Now {rate}. The feed last offered {offered}.', { rate, offered: String(offered) })
}

/** What happens on approval. */
export const APPROVAL_EFFECTS: Record<Approval['kind'], string> = {
  WALLET_CREDIT: t('The wallet is credited immediately, and the vendor is notified.'),
  WALLET_CORRECTION: t('The wallet is debited immediately, up to its available balance.'),
  REFUND: t('The payment gateway is called immediately. A refund cannot be reversed.'),
  PAYOUT: t('The bank transfer is recorded, and the vendor is notified. This cannot be undone.'),
  PAYMENT_REFUND: t('The payment gateway is called immediately. A refund cannot be reversed.'),
  PAYMENT_CREDIT: t('The payment is added to the wallet with an invoice, and the vendor is notified.'),
  EXCHANGE_RATE: t('New quotations and the limits of approvals use this rate immediately.'),
}

/** True if money leaves a wallet or the platform. */
export const takesMoney = (kind: Approval['kind']) =>
  !['WALLET_CREDIT', 'PAYMENT_CREDIT', 'EXCHANGE_RATE'].includes(kind)

export function approvalResult({ kind, companyName, currency, amountMinorUnit, details, result }: Approval): string {
  const amount = paymentAmount(Number(result?.['amountMinorUnit'] ?? amountMinorUnit), currency)
  const vendor = companyName ?? t('the payer')
  switch (kind) {
    case 'WALLET_CREDIT':
    case 'PAYMENT_CREDIT':
      return t('{amount} credited to {vendor}.', { amount, vendor })
    case 'REFUND':
    case 'PAYMENT_REFUND':
      return t('Refund of {amount} requested from the payment gateway.', { amount })
    case 'PAYOUT':
      return t('Payout of {amount} recorded.', { amount })
    case 'EXCHANGE_RATE':
      return t('{currency} set to {rate} per US dollar.', { currency, rate: String(details['rate']) })
    case 'WALLET_CORRECTION': {
      const rest = Number(result?.['uncorrectedMinorUnit'] ?? 0)
      const taken = t('{amount} debited from {vendor}.', { amount, vendor })
      return rest > 0
        ? t('{taken} {amount} was already spent or on hold.', { taken, amount: formatMoney(rest, currency) })
        : taken
    }
  }
}
