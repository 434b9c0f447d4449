import { campaignNotices } from './campaign.ts'
import { refundNotices } from './refund.ts'
import { subscriptionNotices } from './subscription.ts'
import { templateNotices } from './template.ts'
import { walletNotices } from './wallet.ts'
import type { NoticeWords } from './words.ts'

/**
 * Everything a vendor can be told: each kind with the figures it needs and the words made of them. Figures are amounts
 * in minor units, instants as ISO texts and names of plans, never personal data: they are stored with the notice.
 */
const WORDS = {
  ...walletNotices,
  ...subscriptionNotices,
  ...refundNotices,
  ...templateNotices,
  ...campaignNotices,
} as const

export type NoticeKind = keyof typeof WORDS

/** About payments and refunds, which only administrators may see. Members see the balance and the plan. */
export const ADMIN_NOTICE_KINDS: readonly NoticeKind[] = [
  'RECHARGE_CONFIRMED',
  'WALLET_CREDITED',
  'PAYMENT_UNPLACED',
  'PAYMENT_REFUNDED',
  ...(Object.keys(refundNotices) as (keyof typeof refundNotices)[]),
]
export const NOTICE_KINDS = Object.keys(WORDS) as [NoticeKind, ...NoticeKind[]]
/** One of the kinds with the figures that its words take. */
export type Notice = { [Kind in NoticeKind]: { kind: Kind } & FiguresOf<(typeof WORDS)[Kind]> }[NoticeKind]
type FiguresOf<Words> = Words extends (figures: infer Figures, timezone: string) => NoticeWords
  ? unknown extends Figures
    ? object
    : Figures
  : never

/** The words are made when they are shown, with instants in the vendor's time zone. */
export function noticeWords(notice: Notice, timezone: string): NoticeWords {
  const words = WORDS[notice.kind] as (figures: Notice, timezone: string) => NoticeWords
  return words(notice, timezone)
}
