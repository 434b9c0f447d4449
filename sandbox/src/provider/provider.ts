import { type BoundedLog, createBoundedLog } from '../bounded-log.ts'
import { MESSAGE_LOG_ROWS_MAX } from '../limits.ts'
import { type Callbacks, createCallbacks, type ProviderDependencies } from './callbacks.ts'
import { createRateLimits, type RateLimits } from './rate-limits.ts'
import { DEFAULT_SCRIPT, type ProviderScript } from './script.ts'

/** An accepted message. Tests use the log of accepted messages to check what the product sent. */
interface AcceptedMessage {
  wamid: string
  to: string
  at: string
  biz_opaque_callback_data: string | null
  body: unknown
}

/** A template of the account, as listed by the API. */
export interface TemplateRecord {
  id: string
  name: string
  language: string
  category: string
  status: string
  parameter_format: 'POSITIONAL' | 'NAMED'
  components: TemplatePart[]
}
interface TemplatePart {
  type: string
  format?: string | undefined
  text?: string | undefined
  buttons?: { type: string; url?: string | undefined }[] | undefined
}

export interface Provider {
  script: ProviderScript
  accepted: BoundedLog<AcceptedMessage>
  templates: Map<string, TemplateRecord>
  /** The time of the last inbound message per number, which opens the 24-hour reply window. */
  lastInbound: Map<string, number>
  media: Set<string>
  rateLimits: RateLimits
  callbacks: Callbacks
}

export function createProvider(dependencies: ProviderDependencies): Provider {
  const provider: Provider = {
    script: DEFAULT_SCRIPT,
    accepted: createBoundedLog(MESSAGE_LOG_ROWS_MAX),
    templates: new Map(),
    lastInbound: new Map(),
    media: new Set(),
    rateLimits: createRateLimits(),
    callbacks: createCallbacks(dependencies, () => provider.script),
  }
  return provider
}
