import type { PauseReason } from '../messaging/campaign.ts'
import type { NotificationText } from './notification-text.ts'

/** Names can be long, so they are in the sentences and not in the titles. */
export interface CampaignFigures {
  campaignId: string
  campaign: string
}

/** Why a campaign is paused, and what resumes it. */
export const PAUSE_SENTENCES: Readonly<Record<PauseReason, { why: string; next: string }>> = {
  BY_VENDOR: { why: 'It was paused by your team.', next: 'Resume it at any time.' },
  VENDOR_SUSPENDED: {
    why: 'Your account is suspended, so nothing is sent.',
    next: 'Contact support. Once the suspension is lifted, resume the campaign yourself, or cancel it.',
  },
  INSUFFICIENT_BALANCE: {
    why: 'Your wallet balance does not cover its cost.',
    next: 'Add funds to your wallet and it starts automatically.',
  },
  CONVERSATION_CAP_REACHED: {
    why: 'It would exceed the monthly conversation cap of your plan.',
    next: 'It starts automatically when your cap resets, or immediately if you move to a larger plan.',
  },
  SUBSCRIPTION_FROZEN: {
    why: 'Your plan is unpaid, so sending is stopped.',
    next: 'Pay for your plan and it resumes automatically.',
  },
  SUBSCRIPTION_REQUIRED: {
    why: 'You have no active plan, so sending is stopped.',
    next: 'Choose a plan and it resumes automatically.',
  },
  FAILURE_RATE: {
    why: 'Too many of its messages are failing.',
    next: 'Check its report for the reasons. Then resume it, or cancel it to release the unspent funds.',
  },
  CATEGORY_CHANGED: {
    why: 'The category of its template has changed, and with it the price per message.',
    next: 'Resume it to send the remaining messages at the new price, or cancel it to release the unspent funds.',
  },
  TEMPLATE_NOT_APPROVED: {
    why: 'Its template is not approved for sending at the moment.',
    next: 'It resumes automatically once the template is approved again. You can also cancel it.',
  },
  PROVIDER_LIMIT: {
    why: 'The provider is not accepting its messages at the moment.',
    next: 'Resume it later, or cancel it to release the unspent funds.',
  },
  PRICING_NOT_FOUND: {
    why: 'There is no price for messages to one of its countries.',
    next: 'Resume it to exclude the recipients there, or wait: it starts automatically once there is a price.',
  },
  RATE_UNAVAILABLE: {
    why: 'No current exchange rate is available to calculate its cost.',
    next: 'It starts automatically once a rate is available.',
  },
  LIST_EMPTY: {
    why: 'No contact on its list can receive messages.',
    next: 'Add contacts to the list and resume the campaign, or cancel it.',
  },
}

const campaignLink = ({ campaignId }: CampaignFigures) => ({ label: 'View campaign', path: `/campaigns/${campaignId}` })

export const campaignNotifications = {
  CAMPAIGN_PAUSED: (about: CampaignFigures & { pauseReason: PauseReason }): NotificationText => ({
    title: 'Your campaign is paused',
    paragraphs: [
      `The campaign “${about.campaign}” is paused. ${PAUSE_SENTENCES[about.pauseReason].why}`,
      PAUSE_SENTENCES[about.pauseReason].next,
    ],
    action: campaignLink(about),
  }),

  /** Resumed automatically, because the cause of the pause is gone. */
  CAMPAIGN_RESUMED: (about: CampaignFigures): NotificationText => ({
    title: 'Your campaign has resumed',
    paragraphs: [`The campaign “${about.campaign}” is no longer paused, and its messages are being sent again.`],
    action: campaignLink(about),
  }),

  CAMPAIGN_COMPLETED: (
    about: CampaignFigures & { recipients: number; accepted: number; failed: number },
  ): NotificationText => ({
    title: 'Your campaign is completed',
    paragraphs: [
      `The campaign “${about.campaign}” has been sent to ${about.recipients} recipients: ${about.accepted} messages were accepted by the provider and ${about.failed} failed.`,
      'Delivery reports may still arrive. Failed messages are not charged.',
    ],
    action: campaignLink(about),
  }),

  /** Its audience could not be resolved; nothing of it is left to send. */
  CAMPAIGN_FAILED: (about: CampaignFigures): NotificationText => ({
    title: 'Your campaign failed',
    paragraphs: [
      `An internal error stopped the campaign “${about.campaign}” before all its messages were sent.`,
      'You are not charged for unsent messages: the funds are back in your wallet. Launch the campaign again, or contact support.',
    ],
    action: campaignLink(about),
  }),
}
