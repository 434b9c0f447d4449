import { money, type NotificationText, REFUNDS } from './notification-text.ts'

/** The subject of the request: an invoice, or the wallet of an account to be closed. */
export interface RefundSubject {
  /** Null for the wallet of an account to be closed. */
  invoiceNumber: string | null
}

const subjectOf = ({ invoiceNumber }: RefundSubject) =>
  invoiceNumber === null ? 'to close your account' : `of ${invoiceNumber}`

export const refundNotifications = {
  REFUND_REQUESTED: (request: RefundSubject): NotificationText => ({
    title: 'We have received your refund request',
    paragraphs: [
      request.invoiceNumber === null
        ? 'You asked us to close your account and pay out the remaining wallet balance.'
        : `You requested a refund of invoice ${request.invoiceNumber}.`,
      'We will review your request and let you know as soon as it is decided.',
    ],
    action: REFUNDS,
  }),

  REFUND_APPROVED: (approved: RefundSubject & { amountMinorUnit: number; currency: string }): NotificationText => ({
    title: approved.amountMinorUnit > 0 ? 'Your refund is approved' : 'Your request is approved',
    paragraphs: [
      approved.amountMinorUnit > 0
        ? `${money(approved.amountMinorUnit, approved.currency)} will be refunded to your original payment method.`
        : 'Your account is being closed. There is no balance to pay out.',
      ...(approved.invoiceNumber === null ? ['No more messages are sent from your account.'] : []),
    ],
    action: REFUNDS,
  }),

  REFUNDED: (refunded: {
    invoiceNumber: string
    amountMinorUnit: number
    currency: string
    creditNoteNumber: string
  }): NotificationText => ({
    title: `${money(refunded.amountMinorUnit, refunded.currency)} is on its way back to you`,
    paragraphs: [
      `We have refunded invoice ${refunded.invoiceNumber}. It takes five to seven business days to appear on your bank statement.`,
      `The credit note is ${refunded.creditNoteNumber}.`,
    ],
    action: REFUNDS,
  }),

  REFUND_REJECTED: (request: RefundSubject): NotificationText => ({
    title: 'Your refund request was not approved',
    paragraphs: [
      `We could not approve your request ${request.invoiceNumber === null ? subjectOf(request) : `for a refund ${subjectOf(request)}`}. See the request for the reason.`,
    ],
    action: REFUNDS,
  }),

  REFUND_WITHDRAWN: (request: RefundSubject): NotificationText => ({
    title: 'You withdrew your refund request',
    paragraphs: [
      request.invoiceNumber === null
        ? 'Your account stays open, and nothing is paid out.'
        : `Invoice ${request.invoiceNumber} is not refunded. You can change, cancel or pay for your plan again.`,
    ],
    action: REFUNDS,
  }),

  REFUND_SUPERSEDED: ({ invoiceNumber }: { invoiceNumber: string }): NotificationText => ({
    title: 'Your refund request was closed',
    paragraphs: [
      `A payment for your plan arrived after you requested a refund of invoice ${invoiceNumber}.`,
      'Your plan continues, and nothing is refunded.',
    ],
    action: REFUNDS,
  }),

  REFUND_FAILED: (request: RefundSubject): NotificationText => ({
    title: 'Your refund could not be paid out',
    paragraphs: [
      `The bank did not accept the refund ${request.invoiceNumber === null ? 'of your wallet' : subjectOf(request)}. Your money is safe. We are looking into it and will contact you.`,
    ],
    action: REFUNDS,
  }),

  EXIT_DONE: (exit: {
    refundMinorUnit: number
    feeMinorUnit: number
    forfeitMinorUnit: number
    manualPayoutMinorUnit: number
    currency: string
  }): NotificationText => ({
    title: 'Your account is closed',
    paragraphs: [
      exit.refundMinorUnit > 0
        ? `${money(exit.refundMinorUnit, exit.currency)} is on its way back to you, after a processing fee of ${money(exit.feeMinorUnit, exit.currency)}. It takes seven to ten business days to arrive.`
        : 'There was no balance to pay out.',
      ...(exit.manualPayoutMinorUnit > 0
        ? [
            `${money(exit.manualPayoutMinorUnit, exit.currency)} of this cannot be refunded to the original payment method. We will ask you for a bank account.`,
          ]
        : []),
      ...(exit.forfeitMinorUnit > 0
        ? [
            `${money(exit.forfeitMinorUnit, exit.currency)} is not paid out: it is bonus credit or below the payout minimum.`,
          ]
        : []),
      'Thank you for using Harkara.',
    ],
    action: HOME,
  }),

  PAID_OUT: (paid: { amountMinorUnit: number; currency: string }): NotificationText => ({
    title: `We have sent you ${money(paid.amountMinorUnit, paid.currency)}`,
    paragraphs: [
      'This is the remaining balance of your closed account, sent to the bank account you gave us. It takes a few business days to arrive.',
      'If it does not arrive, contact support.',
    ],
    action: HOME,
  }),
}

/** Most users of a closed vendor can no longer sign in. */
const HOME = { label: 'Go to Harkara', path: '/' }
