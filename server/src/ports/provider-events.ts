import type { InboundContent } from '../domain/messaging/inbound/inbound.ts'
import type { CallbackStatus } from '../domain/messaging/settlement.ts'
import type { TemplateStatus } from '../domain/template/status.ts'
import type { TemplateCategory } from '../domain/template/template.ts'

/** What a callback of the messaging provider reports. Events may be repeated and come in any order. */
export type ProviderEvent =
  | { kind: 'status-updates'; updates: StatusUpdate[] }
  | { kind: 'inbound-messages'; messages: InboundMessage[] }
  | { kind: 'preferences'; preferences: ContactPreference[] }
  | ({ kind: 'template-status'; template: TemplateRef; at: Date } & TemplateStatusEvent)
  | { kind: 'template-category'; template: TemplateRef; at: Date; category: TemplateCategory }
  | { kind: 'template-quality'; template: TemplateRef; at: Date; quality: string; report: AccountReport }
  | { kind: 'account'; at: Date; report: AccountReport }

/** The content of a callback. Fields that the platform does not use are left out. */
export interface ProviderCallback {
  /** In the order of the callback. */
  events: ProviderEvent[]
  /** Whether some items could not be read. The readable ones are in `events`. */
  hasUnreadable: boolean
}

export interface StatusUpdate {
  wamid: string
  /** The other form in which a row may contain the same id; see platform/crypto/provider-ids.ts. */
  otherWamid?: string | undefined
  /** Our message id, which was sent with the message. */
  reference?: string | undefined
  status: CallbackStatus
  /** By the provider's clock. */
  at: Date
  errorCode?: number | undefined
  /** The category that the provider bills. */
  category?: string | undefined
}

export interface InboundMessage {
  wamid: string
  /** Digits only. */
  from: string
  /** The profile name of the sender; may be empty. */
  name: string
  type: string
  at: Date
  otherWamid?: string | undefined
  /** The provider's id of the message that it answers. */
  contextId: string | undefined
  otherContextId?: string | undefined
  content: InboundContent
}

/** Whether a person wants marketing messages, chosen at the provider. */
export interface ContactPreference {
  /** Digits only. */
  mobile: string
  value: 'stop' | 'resume'
  at: Date
}

/** What the provider reports about its account, the sending number or the quality of a template, for operators. */
export interface AccountReport {
  /** The provider's name of the subject, such as `account_update`. */
  field: string
  /** What happened, such as `FLAGGED`. */
  event: string | null
  /** Further values as reported, such as `current_limit`. */
  details: Record<string, string | number | boolean>
  /** The quality of the sending number, if this says something about it. */
  quality?: string
  /** How many people may be written to a day, if this says something about it. */
  messagingLimit?: string
}

/** How the provider names a template in its callbacks. */
export interface TemplateRef {
  providerId: string
  name: string
  /** With a hyphen or an underscore, such as `en-US` or `en_US`. */
  language: string
}

export interface TemplateStatusEvent {
  /** Undefined when the event changes no status. */
  status: TemplateStatus | undefined
  /** The provider's explanation. */
  reason: string | null
  category: TemplateCategory | undefined
}
