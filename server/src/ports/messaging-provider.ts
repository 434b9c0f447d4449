import type { TemplateCategory } from '../domain/template/template.ts'
import type { ProviderCallback } from './provider-events.ts'

/**
 * The messaging provider, with one account that all vendors share. It has no idempotency key: a call whose answer was
 * lost may have sent a message. So `send` never throws, and its outcome says exactly what is known.
 */
export interface MessagingProvider extends ProviderCallbacks {
  send(message: OutgoingMessage): Promise<SendOutcome>
  /** The category in the answer determines the price, whichever was requested. Throws ProviderRefused. */
  createTemplate(template: SubmittedTemplate): Promise<TemplateReceipt>
  /**
   * Replaces the content of a template, which is then reviewed again. Repeating it has no further effect. Throws
   * ProviderRefused.
   */
  editTemplate(providerId: string, template: Omit<SubmittedTemplate, 'name' | 'language'>): Promise<void>
  /** The template with this name, if any, for a submission whose answer was lost. */
  findTemplate(name: string, language: string): Promise<TemplateReceipt | undefined>
  /** Deletes the template with this id. Succeeds if it does not exist. */
  deleteTemplate(name: string, providerId: string): Promise<void>
  /** For the header of messages. The id is valid for thirty days. */
  uploadMedia(file: MediaFile): Promise<{ mediaId: string }>
  /** For the example of a template's header. */
  uploadExample(file: MediaFile): Promise<{ handle: string }>
}

/** The provider's calls to us. Only the adapter knows the format and the signature of callbacks. */
export interface ProviderCallbacks {
  /** Whether the provider signed this body. `body` must be the bytes as received. */
  verifyCallback(body: Buffer, headers: CallbackHeaders): boolean
  /**
   * Undefined when the body is not a callback. Unknown fields are ignored, and an item that cannot be read does not
   * affect the others. `receivedAt` replaces missing times.
   */
  readCallback(body: Buffer, receivedAt: Date): ProviderCallback | undefined
  /** Whether it contains nothing but status updates of messages. Cheap: it is asked before the callback is answered. */
  isBulkCallback(body: Buffer): boolean
  /** The response that confirms the callback address; undefined when the caller does not know the verify token. */
  answerHandshake(query: Readonly<Record<string, unknown>>): string | undefined
}

type CallbackHeaders = Readonly<Record<string, string | string[] | undefined>>

export interface OutgoingMessage {
  /** `+` and digits. */
  to: string
  /** Our message id, which every status update repeats. Contains no personal data. */
  reference: string
  content:
    | { type: 'template'; name: string; language: string; components: readonly object[] }
    | { type: 'text'; body: string; replyTo?: string | undefined }
}

export type SendOutcome =
  | { kind: 'accepted'; wamid: string; isHeld: boolean }
  /** A readable error body is definite, whatever its HTTP status. */
  | { kind: 'refused'; code: number; message: string; waitSeconds: number | undefined }
  /** No connection was established, so nothing was sent. */
  | { kind: 'not-sent' }
  /** The request was started and no readable answer came. The message may have been sent. */
  | { kind: 'unknown' }

export interface SubmittedTemplate {
  name: string
  language: string
  category: TemplateCategory
  parameterFormat: 'POSITIONAL' | 'NAMED'
  components: readonly object[]
}
export interface TemplateReceipt {
  providerId: string
  status: string
  category: TemplateCategory
}

export interface MediaFile {
  contentType: string
  fileName: string
  bytes: Buffer
}

/** The provider refused the request, with a message that vendors may read. */
export class ProviderRefused extends Error {
  override name = 'ProviderRefused'
  readonly code: number
  readonly subcode: number | undefined
  constructor(code: number, subcode: number | undefined, words: string) {
    super(words)
    this.code = code
    this.subcode = subcode
  }
}

/** The outcome of the call is unknown. */
export class ProviderUnavailable extends Error {
  override name = 'ProviderUnavailable'
}
