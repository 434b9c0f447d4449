import type { PauseReason } from '../messaging/campaign.ts'
import type { NoticeWords } from './words.ts'

/** Names are long at times, so they stand in the sentences and not in the titles. */
export interface AboutCampaign {
  campaignId: string
  campaign: string
}

/** Why a campaign stands still, and what makes it go on. */
export const PAUSE_SENTENCES: Readonly<Record<PauseReason, { why: string; next: string }>> = {
  BY_VENDOR: { why: 'It was paused from your account.', next: 'Resume it whenever you like.' },
  INSUFFICIENT_BALANCE: {
    why: 'Your wallet does not hold what it costs.',
    next: 'Recharge your wallet, and it starts by itself.',
  },
  CONVERSATION_CAP_REACHED: {
    why: 'It would pass the monthly conversation cap of your plan.',
    next: 'It starts by itself when your cap is reset, or at once on a larger plan.',
  },
  SUBSCRIPTION_FROZEN: {
    why: 'Your plan is unpaid, so no messages go out.',
    next: 'Pay your plan, and it goes on by itself at once.',
  },
  SUBSCRIPTION_REQUIRED: {
    why: 'You have no plan at present, so no messages go out.',
    next: 'Choose a plan, and it goes on by itself.',
  },
  FAILURE_RATE: {
    why: 'Too many of its messages fail.',
    next: 'See in its report why they fail. Then resume it, or cancel it and get back what is unspent.',
  },
  CATEGORY_CHANGED: {
    why: 'The category of its template was changed, and with it the price of a message.',
    next: 'Resume it to send the rest at the new price, or cancel it and get back what is unspent.',
  },
  TEMPLATE_NOT_APPROVED: {
    why: 'Its template may not be sent at present.',
    next: 'It goes on by itself once the template is approved again. You can also cancel it and get back what is unspent.',
  },
  PROVIDER_LIMIT: {
    why: 'The provider does not take its messages at present.',
    next: 'Resume it later, or cancel it and get back what is unspent.',
  },
  PRICING_NOT_FOUND: {
    why: 'There is no price for messages to one of its countries.',
    next: 'Resume it to leave out the recipients there, or wait: it starts by itself once there is a price.',
  },
  RATE_UNAVAILABLE: {
    why: 'No current exchange rate is available to price it with.',
    next: 'It starts by itself once there is one.',
  },
  LIST_EMPTY: {
    why: 'Nobody in its contact list can be written to.',
    next: 'Add contacts to the list and resume it, or cancel it.',
  },
}

const toCampaign = ({ campaignId }: AboutCampaign) => ({ label: 'See the campaign', path: `/campaigns/${campaignId}` })

export const campaignNotices = {
  CAMPAIGN_PAUSED: (about: AboutCampaign & { pauseReason: PauseReason }): NoticeWords => ({
    title: 'Your campaign is paused',
    paragraphs: [
      `The campaign “${about.campaign}” is paused. ${PAUSE_SENTENCES[about.pauseReason].why}`,
      PAUSE_SENTENCES[about.pauseReason].next,
    ],
    action: toCampaign(about),
  }),

  /** By itself: what had stopped it is gone. */
  CAMPAIGN_RESUMED: (about: AboutCampaign): NoticeWords => ({
    title: 'Your campaign goes on',
    paragraphs: [`What had paused the campaign “${about.campaign}” is settled: its messages go out again.`],
    action: toCampaign(about),
  }),

  CAMPAIGN_COMPLETED: (
    about: AboutCampaign & { recipients: number; accepted: number; failed: number },
  ): NoticeWords => ({
    title: 'Your campaign is complete',
    paragraphs: [
      `All messages of the campaign “${about.campaign}” are dealt with: of ${about.recipients} recipients, ${about.accepted} messages were accepted and ${about.failed} failed.`,
      'Deliveries may still be reported. What fails is not charged.',
    ],
    action: toCampaign(about),
  }),

  /** Its recipients could not be made out; nothing of it is left to send. */
  CAMPAIGN_FAILED: (about: AboutCampaign): NoticeWords => ({
    title: 'Your campaign could not be finished',
    paragraphs: [
      `An error of ours ended the campaign “${about.campaign}” before all its messages were sent.`,
      'What was not sent is not charged: the money is back in your wallet. Please launch it again or write to us.',
    ],
    action: toCampaign(about),
  }),
}
