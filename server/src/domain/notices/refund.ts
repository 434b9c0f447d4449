import { money, type NoticeWords, REFUNDS } from './words.ts'

/** What the request is about: an invoice by its number, or the wallet of an account that is to be closed. */
export interface About {
  /** null: the wallet of an account that is to be closed. */
  invoiceNumber: string | null
}

const about = ({ invoiceNumber }: About) => (invoiceNumber === null ? 'to close your account' : `of ${invoiceNumber}`)

export const refundNotices = {
  REFUND_REQUESTED: (request: About): NoticeWords => ({
    title: 'We have your refund request',
    paragraphs: [
      request.invoiceNumber === null
        ? 'You asked us to close your account and to pay back what is left in your wallet.'
        : `You asked for a refund of invoice ${request.invoiceNumber}.`,
      'We look at every request ourselves and tell you as soon as it is decided.',
    ],
    action: REFUNDS,
  }),

  REFUND_APPROVED: (approved: About & { amountMinorUnit: number; currency: string }): NoticeWords => ({
    title: approved.amountMinorUnit > 0 ? 'Your refund is approved' : 'Your request is approved',
    paragraphs: [
      approved.amountMinorUnit > 0
        ? `${money(approved.amountMinorUnit, approved.currency)} will be paid back to the payment method you used.`
        : 'Your account is being closed. There is nothing in your wallet that is paid back.',
      ...(approved.invoiceNumber === null ? ['From now on nothing is sent from your account.'] : []),
    ],
    action: REFUNDS,
  }),

  REFUNDED: (refunded: {
    invoiceNumber: string
    amountMinorUnit: number
    currency: string
    creditNoteNumber: string
  }): NoticeWords => ({
    title: `${money(refunded.amountMinorUnit, refunded.currency)} is on its way back to you`,
    paragraphs: [
      `The refund of invoice ${refunded.invoiceNumber} is made; banks take five to seven working days to show it.`,
      `The credit note is ${refunded.creditNoteNumber}.`,
    ],
    action: REFUNDS,
  }),

  REFUND_REJECTED: (request: About): NoticeWords => ({
    title: 'Your refund request was not approved',
    paragraphs: [
      `We cannot grant your request ${request.invoiceNumber === null ? about(request) : `for a refund ${about(request)}`}. The reason stands beside it.`,
    ],
    action: REFUNDS,
  }),

  REFUND_WITHDRAWN: (request: About): NoticeWords => ({
    title: 'You withdrew your refund request',
    paragraphs: [
      request.invoiceNumber === null
        ? 'Your account stays open and nothing is paid out.'
        : `Nothing of invoice ${request.invoiceNumber} is refunded. You can change, cancel or pay your plan again.`,
    ],
    action: REFUNDS,
  }),

  REFUND_SUPERSEDED: ({ invoiceNumber }: { invoiceNumber: string }): NoticeWords => ({
    title: 'Your refund request was closed',
    paragraphs: [
      `A payment for your plan arrived after you asked for a refund of invoice ${invoiceNumber}.`,
      'Your plan continues as paid, and nothing is refunded.',
    ],
    action: REFUNDS,
  }),

  REFUND_FAILED: (request: About): NoticeWords => ({
    title: 'Your refund could not be paid out',
    paragraphs: [
      `The bank did not accept the refund ${request.invoiceNumber === null ? 'of your wallet' : about(request)}. Nothing is lost: we look into it and come back to you.`,
    ],
    action: REFUNDS,
  }),

  EXIT_DONE: (exit: {
    refundMinorUnit: number
    feeMinorUnit: number
    forfeitMinorUnit: number
    manualPayoutMinorUnit: number
    currency: string
  }): NoticeWords => ({
    title: 'Your account is closed',
    paragraphs: [
      exit.refundMinorUnit > 0
        ? `${money(exit.refundMinorUnit, exit.currency)} is on its way back to you, after a processing fee of ${money(exit.feeMinorUnit, exit.currency)}. It takes seven to ten business days.`
        : 'There was nothing in your wallet that is paid back.',
      ...(exit.manualPayoutMinorUnit > 0
        ? [
            `${money(exit.manualPayoutMinorUnit, exit.currency)} of it cannot go back the way it came: we will ask you for a bank account.`,
          ]
        : []),
      ...(exit.forfeitMinorUnit > 0
        ? [
            `${money(exit.forfeitMinorUnit, exit.currency)} is not paid out: bonus credit, or a rest below what can be paid.`,
          ]
        : []),
      'Thank you for having used Harkara.',
    ],
    action: HOME,
  }),

  PAID_OUT: (paid: { amountMinorUnit: number; currency: string }): NoticeWords => ({
    title: `We have sent you ${money(paid.amountMinorUnit, paid.currency)}`,
    paragraphs: [
      'It is the rest of your closed account, sent to the bank account that you named. Banks take a few working days to show it.',
      'Should it not arrive, please write to us.',
    ],
    action: HOME,
  }),
}

/** Who has left cannot sign in any more. */
const HOME = { label: 'To our website', path: '/' }
