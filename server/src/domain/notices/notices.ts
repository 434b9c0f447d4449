import { accountNotices } from './account.ts'
import { apiKeyNotices } from './api-key.ts'
import { campaignNotices } from './campaign.ts'
import { exportNotices } from './export.ts'
import { refundNotices } from './refund.ts'
import { subscriptionNotices } from './subscription.ts'
import { templateNotices } from './template.ts'
import { walletNotices } from './wallet.ts'
import type { NoticeWords } from './words.ts'

/**
 * All notices to vendors: each kind with its figures and its text. Figures are amounts in minor units, instants as ISO
 * strings and plan names, never personal data: they are stored with the notice.
 */
const NOTICE_TEXTS = {
  ...walletNotices,
  ...subscriptionNotices,
  ...refundNotices,
  ...templateNotices,
  ...campaignNotices,
  ...accountNotices,
  ...apiKeyNotices,
  ...exportNotices,
} as const

export type NoticeKind = keyof typeof NOTICE_TEXTS

/** Notices about payments, refunds and API keys, for administrators only. Members see the balance and the plan. */
export const ADMIN_NOTICE_KINDS: readonly NoticeKind[] = [
  'RECHARGE_CONFIRMED',
  'WALLET_CREDITED',
  'WALLET_CORRECTED',
  'PAYMENT_UNPLACED',
  'PAYMENT_REFUNDED',
  ...(Object.keys(refundNotices) as (keyof typeof refundNotices)[]),
  'API_KEY_CREATED',
  'API_KEY_EXPIRING',
  ...(Object.keys(exportNotices) as (keyof typeof exportNotices)[]),
]
/** Never for the billing address, which may be anybody's: only administrators can act on them. */
export const SECURITY_NOTICE_KINDS: readonly NoticeKind[] = ['API_KEY_CREATED']
export const NOTICE_KINDS = Object.keys(NOTICE_TEXTS) as [NoticeKind, ...NoticeKind[]]
/** A kind with the figures that its text needs. */
export type Notice = { [Kind in NoticeKind]: { kind: Kind } & FiguresOf<(typeof NOTICE_TEXTS)[Kind]> }[NoticeKind]
type FiguresOf<Words> = Words extends (figures: infer Figures, timezone: string) => NoticeWords
  ? unknown extends Figures
    ? object
    : Figures
  : never

/** The text is generated when it is shown, with instants in the vendor's time zone. */
export function noticeWords(notice: Notice, timezone: string): NoticeWords {
  const words = NOTICE_TEXTS[notice.kind] as (figures: Notice, timezone: string) => NoticeWords
  return words(notice, timezone)
}
