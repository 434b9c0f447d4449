import type { ErrorCode } from '@harkara/server/errors'
import { capitalize, withFullStop } from '../format/text.ts'
import { t, translateServerText } from '../format/translate.ts'

/** An error response of the server (RFC 9457). */
export class ApiProblem extends Error {
  override name = 'ApiProblem'
  readonly status: number
  readonly code: ErrorCode
  readonly title: string
  readonly requestId: string
  readonly fields: readonly { path: string; message: string }[]
  /** Extension members of the error code, such as `shortfallMinorUnit` or `existingJobId`. */
  readonly members: Readonly<Record<string, unknown>>
  readonly retryAfterSeconds: number | undefined

  constructor(status: number, body: Record<string, unknown>, retryAfterSeconds?: number) {
    const { code, detail, title, requestId, errors, ...members } = body
    super(String(detail ?? title ?? 'The request failed'))
    this.status = status
    this.title = String(title ?? '')
    this.code = (code ?? 'INTERNAL_ERROR') as ErrorCode
    this.requestId = String(requestId ?? '')
    this.fields = Array.isArray(errors) ? errors : []
    this.members = members
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The server could not be reached. */
export class ConnectionLost extends Error {
  override name = 'ConnectionLost'
}

/** The browser created or used no passkey: the user closed its dialog, or it has none for this site. */
export class PasskeyNotUsed extends Error {
  override name = 'PasskeyNotUsed'
}

/** The user signed out while a request was waiting for a new session. */
export class SignedOut extends Error {
  override name = 'SignedOut'
}

export const isProblem = (error: unknown, ...codes: ErrorCode[]): error is ApiProblem =>
  error instanceof ApiProblem && (codes.length === 0 || codes.includes(error.code))

/** An error as text: what happened and what to do next. */
export function errorMessage(error: unknown): string {
  if (error instanceof ConnectionLost)
    return t('Harkara cannot be reached. Your input is kept. Check your connection and try again.')
  if (error instanceof PasskeyNotUsed) return error.message
  if (!(error instanceof ApiProblem)) return t('Something went wrong on this page. Reload it, or contact support.')
  const next = NEXT_STEP[error.code]?.(error)
  return [...serverTexts(error).map(withFullStop), next].filter(Boolean).join(' ')
}

/** What the server says. A detail without a translation follows the translated title of the error. */
function serverTexts({ message, title }: ApiProblem): string[] {
  const text = capitalize(message)
  const [translation, translatedTitle] = [translateServerText(text), translateServerText(title)]
  return translation === text && translatedTitle !== title ? [translatedTitle, text] : [translation]
}

/** Errors that support should know about, unlike invalid input. */
export const isInternalError = (error: unknown) =>
  error instanceof ApiProblem
    ? error.status >= 500
    : !(error instanceof ConnectionLost || error instanceof PasskeyNotUsed)

const NEXT_STEP: Partial<Record<ErrorCode, (problem: ApiProblem) => string>> = {
  TOO_MANY_REQUESTS: ({ retryAfterSeconds }) =>
    retryAfterSeconds
      ? t('Try again in {wait}.', { wait: formatWait(retryAfterSeconds) })
      : t('Try again in a minute.'),
  INVALID_CREDENTIALS: () => t('Check both, or reset your password.'),
  OTP_INVALID: () => t('Use the code from the latest email.'),
  INVITATION_INVALID: () => t('Ask for a new invitation.'),
  SUBSCRIPTION_FROZEN: () => t('Pay the open invoice to continue.'),
  NOT_FOUND: () => t('It may have been deleted.'),
  IDEMPOTENCY_IN_FLIGHT: () => t('Wait a moment and reload the page.'),
}

const formatWait = (seconds: number) =>
  seconds < 90 ? t('{seconds} seconds', { seconds }) : t('{minutes} minutes', { minutes: Math.ceil(seconds / 60) })
