import type { ErrorCode } from '@harkara/server/errors'
import { fullStop, sentence } from '../format/words.ts'

/** A refusal by the server, in its own words (RFC 9457). */
export class ApiProblem extends Error {
  override name = 'ApiProblem'
  readonly status: number
  readonly code: ErrorCode
  readonly requestId: string
  readonly fields: readonly { path: string; message: string }[]
  /** Members that belong to the code, such as `shortfallMinorUnit` or `existingJobId`. */
  readonly members: Readonly<Record<string, unknown>>
  readonly retryAfterSeconds: number | undefined

  constructor(status: number, body: Record<string, unknown>, retryAfterSeconds?: number) {
    const { code, detail, title, requestId, errors, ...members } = body
    super(String(detail ?? title ?? 'The server gave no reason'))
    this.status = status
    this.code = (code ?? 'INTERNAL_ERROR') as ErrorCode
    this.requestId = String(requestId ?? '')
    this.fields = Array.isArray(errors) ? errors : []
    this.members = members
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** Nothing answered: the line is down, or the server is. */
export class ConnectionLost extends Error {
  override name = 'ConnectionLost'
}

/** The person chose to leave while a sign-in was asked for. */
export class SignedOut extends Error {
  override name = 'SignedOut'
}

export const isProblem = (error: unknown, ...codes: ErrorCode[]): error is ApiProblem =>
  error instanceof ApiProblem && (codes.length === 0 || codes.includes(error.code))

/** What happened and what to do, as sentences for a person. */
export function sentenceOf(error: unknown): string {
  if (error instanceof ConnectionLost)
    return 'There is no connection to Harkara right now. Nothing you typed is lost: try again in a moment.'
  if (!(error instanceof ApiProblem)) return 'This page has a fault. Please load it again, or write to support.'
  const next = NEXT_STEP[error.code]?.(error)
  return [fullStop(sentence(error.message)), next].filter(Boolean).join(' ')
}

/** Worth telling support: ours, not the person's. */
export const isOurFault = (error: unknown) =>
  error instanceof ApiProblem ? error.status >= 500 : !(error instanceof ConnectionLost)

const NEXT_STEP: Partial<Record<ErrorCode, (problem: ApiProblem) => string>> = {
  TOO_MANY_REQUESTS: ({ retryAfterSeconds }) =>
    retryAfterSeconds ? `Try again in ${waitOf(retryAfterSeconds)}.` : 'Try again in a minute.',
  INVALID_CREDENTIALS: () => 'Check both, or set a new password.',
  OTP_INVALID: () => 'Look at the newest mail: only the last code works.',
  INVITATION_INVALID: () => 'Ask whoever invited you to send a new one.',
  SUBSCRIPTION_FROZEN: () => 'Pay the open invoice to go on.',
  NOT_FOUND: () => 'It may have been deleted, or belong to another company.',
  IDEMPOTENCY_IN_FLIGHT: () => 'Wait a moment and look again.',
}

const waitOf = (seconds: number) => (seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`)
