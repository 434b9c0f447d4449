import { formatAmount, reasonForVendor } from '../billing/unmatched-payment.ts'
import { INVOICES, money, type NotificationText, WALLET } from './notification-text.ts'

export interface UnmatchedPayment {
  gatewayPaymentId: string
  amountMinorUnit: number
  currency: string
}
const amountOf = ({ amountMinorUnit, currency }: UnmatchedPayment) => formatAmount(BigInt(amountMinorUnit), currency)

export const walletNotifications = {
  LOW_BALANCE: (low: { balanceMinorUnit: number; thresholdMinorUnit: number; currency: string }): NotificationText => ({
    title: 'Your wallet balance is low',
    paragraphs: [
      `Your balance is ${money(low.balanceMinorUnit, low.currency)}, below your alert threshold of ${money(low.thresholdMinorUnit, low.currency)}.`,
      'Add funds now to keep your campaigns running.',
    ],
    action: { label: 'Add funds', path: '/wallet' },
  }),

  RECHARGE_CONFIRMED: (recharge: {
    amountMinorUnit: number
    balanceMinorUnit: number
    currency: string
    invoiceNumber: string
  }): NotificationText => ({
    title: `${money(recharge.amountMinorUnit, recharge.currency)} added to your wallet`,
    paragraphs: [
      `We have received your payment. Your balance is now ${money(recharge.balanceMinorUnit, recharge.currency)}.`,
      `The invoice is ${recharge.invoiceNumber}.`,
    ],
    action: INVOICES,
  }),

  PAYMENT_UNPLACED: (payment: UnmatchedPayment & { reason: string }): NotificationText => ({
    title: `We could not credit your payment of ${amountOf(payment)}`,
    paragraphs: [
      `${reasonForVendor(payment.reason)} The payment is ${payment.gatewayPaymentId}.`,
      'Your money is safe. We will refund it to your original payment method or add it to your wallet, and let you know.',
    ],
    action: WALLET,
  }),

  PAYMENT_REFUNDED: (payment: UnmatchedPayment): NotificationText => ({
    title: `${amountOf(payment)} is on its way back to you`,
    paragraphs: [
      `We refunded payment ${payment.gatewayPaymentId} to your original payment method. It takes five to seven business days to appear on your bank statement.`,
    ],
    action: WALLET,
  }),

  MESSAGES_WAITING: (): NotificationText => ({
    title: 'Messages are waiting for funds',
    paragraphs: [
      'Your wallet balance does not cover a queued reply or test message.',
      'Add funds to your wallet and the queued messages are sent automatically.',
    ],
    action: { label: 'Add funds', path: '/wallet' },
  }),

  /** An operator's credit was taken back. */
  WALLET_CORRECTED: (correction: {
    amountMinorUnit: number
    balanceMinorUnit: number
    currency: string
  }): NotificationText => ({
    title: `${money(correction.amountMinorUnit, correction.currency)} deducted from your wallet`,
    paragraphs: [
      `We reversed an earlier credit. Your balance is now ${money(correction.balanceMinorUnit, correction.currency)}.`,
      'See your transactions for the reason, or contact support if you have questions.',
    ],
    action: WALLET,
  }),

  /** By an operator. */
  WALLET_CREDITED: (credit: {
    amountMinorUnit: number
    balanceMinorUnit: number
    currency: string
    isBonus: boolean
  }): NotificationText => ({
    title: `${money(credit.amountMinorUnit, credit.currency)} ${credit.isBonus ? 'bonus ' : ''}credited to your wallet`,
    paragraphs: [
      `We have credited your wallet. Your balance is now ${money(credit.balanceMinorUnit, credit.currency)}.`,
      ...(credit.isBonus ? ['Bonus credit is spent first and is not paid out when the account is closed.'] : []),
    ],
    action: WALLET,
  }),
}
