import { instant, type NotificationText } from './notification-text.ts'

export const apiKeyNotifications = {
  /** `createdBy` is stored as the id of the account, and shown as its address. */
  API_KEY_CREATED: ({ keyName, createdBy }: { keyName: string; createdBy: string }): NotificationText => ({
    title: 'An API key was created',
    paragraphs: [
      `${createdBy} created the API key “${keyName}”. Programs that have it can act for your company until it is deleted or expires, even if the password is changed.`,
      'If nobody in your team expected this, delete the key and change the password of that account.',
    ],
    action: { label: 'View API keys', path: '/settings/api-keys' },
  }),

  API_KEY_EXPIRING: (
    { keyName, expiresAt }: { keyName: string; expiresAt: string },
    timezone: string,
  ): NotificationText => ({
    title: 'An API key expires soon',
    paragraphs: [
      `The API key “${keyName}” expires on ${instant(expiresAt, timezone)}. Programs that use it will stop working then.`,
      'Create a new key, replace it in your programs, and delete the old one.',
    ],
    action: { label: 'View API keys', path: '/settings/api-keys' },
  }),
}
