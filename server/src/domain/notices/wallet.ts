import { formatAmount, reasonForVendor } from '../billing/unmatched-payment.ts'
import { INVOICES, money, type NoticeWords, WALLET } from './words.ts'

export interface UnmatchedPayment {
  gatewayPaymentId: string
  amountMinorUnit: number
  currency: string
}
const amountOf = ({ amountMinorUnit, currency }: UnmatchedPayment) => formatAmount(BigInt(amountMinorUnit), currency)

export const walletNotices = {
  LOW_BALANCE: (low: { balanceMinorUnit: number; thresholdMinorUnit: number; currency: string }): NoticeWords => ({
    title: 'Your wallet balance is low',
    paragraphs: [
      `Your balance is ${money(low.balanceMinorUnit, low.currency)}, below the ${money(low.thresholdMinorUnit, low.currency)} at which you asked to be told.`,
      'Recharge now so that your campaigns go out without a pause.',
    ],
    action: { label: 'Recharge your wallet', path: '/wallet' },
  }),

  RECHARGE_CONFIRMED: (recharge: {
    amountMinorUnit: number
    balanceMinorUnit: number
    currency: string
    invoiceNumber: string
  }): NoticeWords => ({
    title: `${money(recharge.amountMinorUnit, recharge.currency)} added to your wallet`,
    paragraphs: [
      `Your payment has arrived. The balance is now ${money(recharge.balanceMinorUnit, recharge.currency)}.`,
      `The invoice is ${recharge.invoiceNumber}.`,
    ],
    action: INVOICES,
  }),

  PAYMENT_UNPLACED: (payment: UnmatchedPayment & { reason: string }): NoticeWords => ({
    title: `We could not credit your payment of ${amountOf(payment)}`,
    paragraphs: [
      `${reasonForVendor(payment.reason)} The payment is ${payment.gatewayPaymentId}.`,
      'Your money is safe. We will refund it to the payment method you used or add it to your wallet, and let you know.',
    ],
    action: WALLET,
  }),

  PAYMENT_REFUNDED: (payment: UnmatchedPayment): NoticeWords => ({
    title: `${amountOf(payment)} is on its way back to you`,
    paragraphs: [
      `We refunded payment ${payment.gatewayPaymentId} to the payment method you used. Banks take five to seven working days to show it.`,
    ],
    action: WALLET,
  }),

  MESSAGES_WAITING: (): NoticeWords => ({
    title: 'Messages wait for your wallet',
    paragraphs: [
      'Your wallet does not cover a reply or a test message that is to be sent.',
      'Recharge your wallet, and what waits goes out by itself.',
    ],
    action: { label: 'Recharge your wallet', path: '/wallet' },
  }),

  /** An operator's credit was taken back. */
  WALLET_CORRECTED: (correction: {
    amountMinorUnit: number
    balanceMinorUnit: number
    currency: string
  }): NoticeWords => ({
    title: `${money(correction.amountMinorUnit, correction.currency)} taken back from your wallet`,
    paragraphs: [
      `We corrected an earlier credit. The balance is now ${money(correction.balanceMinorUnit, correction.currency)}.`,
      'The reason is in your transactions. Contact support if it is not clear.',
    ],
    action: WALLET,
  }),

  /** By an operator. */
  WALLET_CREDITED: (credit: {
    amountMinorUnit: number
    balanceMinorUnit: number
    currency: string
    isBonus: boolean
  }): NoticeWords => ({
    title: `${money(credit.amountMinorUnit, credit.currency)} ${credit.isBonus ? 'bonus ' : ''}credited to your wallet`,
    paragraphs: [
      `We have credited your wallet. The balance is now ${money(credit.balanceMinorUnit, credit.currency)}.`,
      ...(credit.isBonus ? ['Bonus credit is spent first and is not paid out when an account is closed.'] : []),
    ],
    action: WALLET,
  }),
}
