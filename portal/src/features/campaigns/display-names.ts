import type { Tone } from '../../components/values/status-dot.tsx'
import type { Campaign, Message } from './queries.ts'

export const STATES: Record<Campaign['status'], [Tone, string]> = {
  SCHEDULED: ['neutral', 'Scheduled'],
  RUNNING: ['success', 'Sending'],
  PAUSED: ['pending', 'Paused'],
  COMPLETED: ['success', 'Completed'],
  CANCELLED: ['neutral', 'Cancelled'],
  FAILED: ['error', 'Failed'],
}

export const MESSAGE_STATES: Record<Message['status'], [Tone, string]> = {
  QUEUED: ['neutral', 'Queued'],
  SENDING: ['pending', 'Sending'],
  SENT: ['pending', 'Sent'],
  UNKNOWN: ['pending', 'Unconfirmed'],
  DELIVERED: ['success', 'Delivered'],
  FAILED: ['error', 'Failed'],
  CANCELLED: ['neutral', 'Cancelled'],
}

/** Singular and plural, for example `1 contact has opted out`. */
export const SKIP_REASONS: Record<
  Exclude<Campaign['skippedReasons'][number]['reason'], 'COUNTRY_EXCLUDED'>,
  readonly [one: string, many: string]
> = {
  OPTED_OUT: ['contact has opted out', 'contacts have opted out'],
  VARIABLE_MISSING: ['contact has no value for a variable', 'contacts have no value for a variable'],
}
