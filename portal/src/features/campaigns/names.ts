import type { Tone } from '../../components/status-dot.tsx'
import type { Campaign, Message } from './queries.ts'

export const STATES: Record<Campaign['status'], [Tone, string]> = {
  SCHEDULED: ['calm', 'Scheduled'],
  RUNNING: ['good', 'Sending'],
  PAUSED: ['wait', 'Paused'],
  COMPLETED: ['good', 'Finished'],
  CANCELLED: ['calm', 'Cancelled'],
  FAILED: ['wrong', 'Ended by a fault'],
}

export const MESSAGE_STATES: Record<Message['status'], [Tone, string]> = {
  QUEUED: ['calm', 'Waiting'],
  SENDING: ['wait', 'Being sent'],
  SENT: ['wait', 'Sent'],
  UNKNOWN: ['wait', 'Not known yet'],
  DELIVERED: ['good', 'Delivered'],
  FAILED: ['wrong', 'Failed'],
  CANCELLED: ['calm', 'Cancelled'],
}

/** `1 person wants no messages from you`: of one, and of several. */
export const LEFT_OUT: Record<
  Exclude<Campaign['skippedReasons'][number]['reason'], 'COUNTRY_EXCLUDED'>,
  readonly [one: string, many: string]
> = {
  OPTED_OUT: ['person wants no messages from you', 'people want no messages from you'],
  VARIABLE_MISSING: ['person lacks something that the message needs', 'people lack something that the message needs'],
}
