import type { NotificationText } from './notification-text.ts'

const HOME = { label: 'Open Harkara', path: '/' }
const CAMPAIGNS = { label: 'View campaigns', path: '/campaigns' }

export const accountNotifications = {
  VENDOR_SUSPENDED: (suspension: { reason: string; pausedCampaigns: number }): NotificationText => ({
    title: 'Your account is suspended',
    paragraphs: [
      `We have stopped all sending from your account. Reason: ${endsWithStop(suspension.reason)}`,
      `${pausedSentence(suspension.pausedCampaigns)}No test messages, replies or invitations are sent either. You can still sign in, read and export your data, and pay.`,
      'Contact support if you have questions or want to object.',
    ],
    action: HOME,
  }),

  VENDOR_UNSUSPENDED: (): NotificationText => ({
    title: 'Your account is no longer suspended',
    paragraphs: [
      'You can send messages again.',
      'Campaigns that were paused stay paused until you resume them. Check each one first.',
    ],
    action: CAMPAIGNS,
  }),
}

const endsWithStop = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)

const pausedSentence = (campaigns: number) => {
  if (campaigns === 0) return ''
  return campaigns === 1 ? 'One campaign is paused. ' : `${campaigns} campaigns are paused. `
}
