import type { Tone } from '../../components/values/status-dot.tsx'
import { t } from '../../format/translate.ts'
import type { Campaign, Message } from './queries.ts'

export const STATES: Record<Campaign['status'], [Tone, string]> = {
  SCHEDULED: ['neutral', t('Scheduled')],
  RUNNING: ['success', t('Sending')],
  PAUSED: ['pending', t('Paused')],
  COMPLETED: ['success', t('Completed')],
  CANCELLED: ['neutral', t('Cancelled')],
  FAILED: ['error', t('Failed')],
}

export const MESSAGE_STATES: Record<Message['status'], [Tone, string]> = {
  QUEUED: ['neutral', t('Queued')],
  SENDING: ['pending', t('Sending')],
  SENT: ['pending', t('Sent')],
  UNKNOWN: ['pending', t('Unconfirmed')],
  DELIVERED: ['success', t('Delivered')],
  FAILED: ['error', t('Failed')],
  CANCELLED: ['neutral', t('Cancelled')],
}

/** For example `1 contact has opted out`. */
export const SKIP_REASONS: Record<
  Exclude<Campaign['skippedReasons'][number]['reason'], 'COUNTRY_EXCLUDED'>,
  (count: number) => string
> = {
  OPTED_OUT: (count) =>
    t('{count, plural, one {# contact has opted out} other {# contacts have opted out}}', { count }),
  VARIABLE_MISSING: (count) =>
    t('{count, plural, one {# contact has no value for a variable} other {# contacts have no value for a variable}}', {
      count,
    }),
}
