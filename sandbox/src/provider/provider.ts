import { type BoundedLog, createBoundedLog } from '../bounded-log.ts'
import { TRUTH_LOG_ROWS_MAX } from '../limits.ts'
import { type Callbacks, createCallbacks, type ProviderSurroundings } from './callbacks.ts'
import { createPacing, type Pacing } from './pacing.ts'
import { type ProviderScript, WELL_BEHAVED } from './script.ts'

/** One call the provider accepted. The log of these is the truth by which tests judge what the product really sent. */
export interface AcceptedMessage {
  wamid: string
  to: string
  at: string
  biz_opaque_callback_data: string | null
  body: unknown
}

/** A template of the account, as its lists show it. */
export interface TemplateRecord {
  id: string
  name: string
  language: string
  category: string
  status: string
  parameter_format: 'POSITIONAL' | 'NAMED'
  components: TemplatePart[]
}
export interface TemplatePart {
  type: string
  format?: string | undefined
  text?: string | undefined
  buttons?: { type: string; url?: string | undefined }[] | undefined
}

export interface Provider {
  script: ProviderScript
  accepted: BoundedLog<AcceptedMessage>
  templates: Map<string, TemplateRecord>
  /** When each number last wrote to us: for a day we may answer freely. */
  lastInbound: Map<string, number>
  media: Set<string>
  pacing: Pacing
  callbacks: Callbacks
}

export function createProvider(surroundings: ProviderSurroundings): Provider {
  const provider: Provider = {
    script: WELL_BEHAVED,
    accepted: createBoundedLog(TRUTH_LOG_ROWS_MAX),
    templates: new Map(),
    lastInbound: new Map(),
    media: new Set(),
    pacing: createPacing(),
    callbacks: createCallbacks(surroundings, () => provider.script),
  }
  return provider
}
