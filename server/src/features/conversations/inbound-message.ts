import type { InboundContent } from '../../domain/messaging/inbound.ts'
import type { Deps } from '../../platform/deps.ts'

/** A message that somebody sent, as the provider tells it. */
export interface InboundMessage {
  wamid: string
  /** Digits only. */
  from: string
  /** As they call themselves; may be empty. */
  name: string
  type: string
  at: Date
  /** The message that it answers, by the provider's id. */
  contextId: string | undefined
  content: InboundContent
}

export type ReceiveDeps = Pick<Deps, 'db' | 'clock' | 'keyring' | 'blindIndex' | 'config' | 'log' | 'lock' | 'rates'>
