import { type BoundedLog, createBoundedLog } from '../bounded-log.ts'
import { TRUTH_LOG_ROWS_MAX } from '../limits.ts'
import { type ProviderScript, WELL_BEHAVED } from './script.ts'

/** One call the provider accepted. The log of these is the truth by which tests judge what the product really sent. */
export interface AcceptedMessage {
  wamid: string
  to: string
  at: string
  biz_opaque_callback_data: string | null
  body: unknown
}

export interface Provider {
  script: ProviderScript
  accepted: BoundedLog<AcceptedMessage>
}

export function createProvider(): Provider {
  return { script: WELL_BEHAVED, accepted: createBoundedLog(TRUTH_LOG_ROWS_MAX) }
}
