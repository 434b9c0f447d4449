import { instant, type NotificationText } from './notification-text.ts'

const COMPANY = { label: 'View exports', path: '/settings/company' }

export const exportNotifications = {
  EXPORT_READY: ({ expiresAt }: { expiresAt: string }, timezone: string): NotificationText => ({
    title: 'Your export is ready',
    paragraphs: [
      'The export of your data is ready to download.',
      `You can download it until ${instant(expiresAt, timezone)}. After that the file is deleted.`,
    ],
    action: COMPANY,
  }),

  EXPORT_FAILED: (): NotificationText => ({
    title: 'Your export failed',
    paragraphs: ['We could not export your data. Start a new export, or contact us if it fails again.'],
    action: COMPANY,
  }),
} as const
