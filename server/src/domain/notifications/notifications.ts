import { accountNotifications } from './account.ts'
import { apiKeyNotifications } from './api-key.ts'
import { campaignNotifications } from './campaign.ts'
import { exportNotifications } from './export.ts'
import type { NotificationText } from './notification-text.ts'
import { refundNotifications } from './refund.ts'
import { subscriptionNotifications } from './subscription.ts'
import { templateNotifications } from './template.ts'
import { walletNotifications } from './wallet.ts'

/**
 * All notifications to vendors: each kind with its figures and its text. Figures are amounts in minor units, instants as
 * ISO strings and plan names, never personal data: they are stored with the notification.
 */
const NOTIFICATION_TEXTS = {
  ...walletNotifications,
  ...subscriptionNotifications,
  ...refundNotifications,
  ...templateNotifications,
  ...campaignNotifications,
  ...accountNotifications,
  ...apiKeyNotifications,
  ...exportNotifications,
} as const

export type NotificationKind = keyof typeof NOTIFICATION_TEXTS

/** Notifications about payments, refunds and API keys, for administrators only. Members see the balance and the plan. */
export const ADMIN_NOTIFICATION_KINDS: readonly NotificationKind[] = [
  'RECHARGE_CONFIRMED',
  'WALLET_CREDITED',
  'WALLET_CORRECTED',
  'PAYMENT_UNPLACED',
  'PAYMENT_REFUNDED',
  ...(Object.keys(refundNotifications) as (keyof typeof refundNotifications)[]),
  'API_KEY_CREATED',
  'API_KEY_EXPIRING',
  ...(Object.keys(exportNotifications) as (keyof typeof exportNotifications)[]),
]
/** Never for the billing address, which may be anybody's: only administrators can act on them. */
export const SECURITY_NOTIFICATION_KINDS: readonly NotificationKind[] = ['API_KEY_CREATED']
export const NOTIFICATION_KINDS = Object.keys(NOTIFICATION_TEXTS) as [NotificationKind, ...NotificationKind[]]
/** A kind with the figures that its text needs. */
export type Notification = {
  [Kind in NotificationKind]: { kind: Kind } & FiguresOf<(typeof NOTIFICATION_TEXTS)[Kind]>
}[NotificationKind]
type FiguresOf<Words> = Words extends (figures: infer Figures, timezone: string) => NotificationText
  ? unknown extends Figures
    ? object
    : Figures
  : never

/** The text is generated when it is shown, with instants in the vendor's time zone. */
export function notificationText(notification: Notification, timezone: string): NotificationText {
  const words = NOTIFICATION_TEXTS[notification.kind] as (figures: Notification, timezone: string) => NotificationText
  return words(notification, timezone)
}
