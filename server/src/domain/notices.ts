import { formatMoney } from './money.ts'

/** Everything a vendor can be told, with the figures it needs. Amounts are minor units; instants are ISO texts. */
export type Notice =
  | { kind: 'LOW_BALANCE'; balanceMinorUnit: number; thresholdMinorUnit: number; currency: string }
  | {
      kind: 'RECHARGE_CONFIRMED'
      amountMinorUnit: number
      balanceMinorUnit: number
      currency: string
      invoiceNumber: string
    }

export interface NoticeWords {
  title: string
  paragraphs: string[]
  /** Where in the portal one goes on from here. */
  action: { label: string; path: string }
}

export function noticeWords(notice: Notice): NoticeWords {
  switch (notice.kind) {
    case 'LOW_BALANCE':
      return {
        title: 'Your wallet balance is low',
        paragraphs: [
          `Your balance is ${formatMoney(BigInt(notice.balanceMinorUnit), notice.currency)}, below the ${formatMoney(BigInt(notice.thresholdMinorUnit), notice.currency)} at which you asked to be told.`,
          'Recharge now so that your campaigns go out without a pause.',
        ],
        action: { label: 'Recharge your wallet', path: '/wallet' },
      }
    case 'RECHARGE_CONFIRMED':
      return {
        title: `${formatMoney(BigInt(notice.amountMinorUnit), notice.currency)} added to your wallet`,
        paragraphs: [
          `Your payment has arrived. The balance is now ${formatMoney(BigInt(notice.balanceMinorUnit), notice.currency)}.`,
          `The invoice is ${notice.invoiceNumber}.`,
        ],
        action: { label: 'See your invoices', path: '/billing/invoices' },
      }
  }
}
