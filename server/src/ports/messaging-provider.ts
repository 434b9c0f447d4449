import type { TemplateCategory } from '../domain/template/template.ts'

/**
 * The messaging provider's account that all vendors share. It has no idempotency key: a call whose answer was lost may
 * have been a message. Therefore `send` never throws and says exactly what is known.
 */
export interface MessagingProvider {
  send(message: OutgoingMessage): Promise<SendOutcome>
  /** The category in the answer is the one that prices, whatever was asked for. Throws ProviderRefused. */
  createTemplate(template: SubmittedTemplate): Promise<TemplateReceipt>
  /** Replaces all of a template that is there, and it is reviewed again; to do so twice is the same. Throws ProviderRefused. */
  editTemplate(providerId: string, template: Omit<SubmittedTemplate, 'name' | 'language'>): Promise<void>
  /** What the account has under this name, if anything: for a submission whose answer was lost. */
  findTemplate(name: string, language: string): Promise<TemplateReceipt | undefined>
  /** In all languages, or the one with this id. One that is gone already stays gone. */
  deleteTemplate(name: string, providerId: string): Promise<void>
  /** For the header of messages; the id is good for thirty days. */
  uploadMedia(file: MediaFile): Promise<{ mediaId: string }>
  /** For the example of a template's header. */
  uploadExample(file: MediaFile): Promise<{ handle: string }>
}

export interface OutgoingMessage {
  /** `+` and digits. */
  to: string
  /** Comes back with every callback: our message's id, nothing about a person. */
  reference: string
  content:
    | { type: 'template'; name: string; language: string; components: readonly object[] }
    | { type: 'text'; body: string; replyTo?: string | undefined }
}

export type SendOutcome =
  | { kind: 'accepted'; wamid: string; isHeld: boolean }
  /** A readable error body: definite, whatever its HTTP status. */
  | { kind: 'refused'; code: number; message: string; waitSeconds: number | undefined }
  /** No connection came about: nothing was sent. */
  | { kind: 'not-sent' }
  /** The request had begun and no readable answer came. It may have been sent. */
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

/** The provider understood and said no, in words that a vendor may read. */
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

/** Nobody knows what became of the call. */
export class ProviderUnavailable extends Error {
  override name = 'ProviderUnavailable'
}
