import { instant, type NoticeWords } from './words.ts'

export const apiKeyNotices = {
  API_KEY_EXPIRING: (
    { keyName, expiresAt }: { keyName: string; expiresAt: string },
    timezone: string,
  ): NoticeWords => ({
    title: 'An API key expires soon',
    paragraphs: [
      `The API key “${keyName}” expires on ${instant(expiresAt, timezone)}. Programs that use it will stop working then.`,
      'Create a new key, replace it in your programs, and delete the old one.',
    ],
    action: { label: 'View API keys', path: '/settings/api-keys' },
  }),
}
