import type { Tone } from '../../components/status-dot.tsx'
import type { Campaign, Message } from './queries.ts'

export const STATES: Record<Campaign['status'], [Tone, string]> = {
  SCHEDULED: ['calm', 'Scheduled'],
  RUNNING: ['good', 'Sending'],
  PAUSED: ['wait', 'Paused'],
  COMPLETED: ['good', 'Completed'],
  CANCELLED: ['calm', 'Cancelled'],
  FAILED: ['wrong', 'Failed'],
}

export const MESSAGE_STATES: Record<Message['status'], [Tone, string]> = {
  QUEUED: ['calm', 'Queued'],
  SENDING: ['wait', 'Sending'],
  SENT: ['wait', 'Sent'],
  UNKNOWN: ['wait', 'Unconfirmed'],
  DELIVERED: ['good', 'Delivered'],
  FAILED: ['wrong', 'Failed'],
  CANCELLED: ['calm', 'Cancelled'],
}

/** Singular and plural, for example `1 contact has opted out`. */
export const LEFT_OUT: Record<
  Exclude<Campaign['skippedReasons'][number]['reason'], 'COUNTRY_EXCLUDED'>,
  readonly [one: string, many: string]
> = {
  OPTED_OUT: ['contact has opted out', 'contacts have opted out'],
  VARIABLE_MISSING: ['contact has no value for a variable', 'contacts have no value for a variable'],
}
