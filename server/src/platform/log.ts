import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino'

export type Log = Logger

/**
 * Events with ids, as JSON lines. Nobody should log a person's data; should it happen all the same, these members are
 * blanked at any of the depths we log at.
 */
const PERSONAL = [
  'email',
  'to',
  'from',
  'mobile',
  'phone',
  'name',
  'e164',
  'password',
  'newPassword',
  'otp',
  'token',
  'accessToken',
  'refreshToken',
  'authorization',
  'cookie',
  'address',
  'gstin',
  'billingEmail',
  'legalName',
  'body',
  'attributes',
  'text',
]

export function createLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: safeError },
    // pino copies the message of an error under its own key into the line, past the serializer above; `err` must not be it.
    errorKey: 'pinoError',
    redact: { paths: PERSONAL.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[redacted]' },
  }
  return destination ? pino(options, destination) : pino(options)
}

/**
 * Messages of errors that come from outside may quote what was sent (PostgreSQL names the key of a violated unique
 * index, a mail server the address), so only those of our own making keep theirs.
 */
export function safeError(error: unknown) {
  if (!(error instanceof Error)) return { type: typeof error }
  const own = !('detail' in error) && !('response' in error) && !('hint' in error)
  return {
    type: error.name,
    code: 'code' in error ? String(error.code) : undefined,
    message: own ? error.message : undefined,
    stack: own ? error.stack : error.stack?.replace(/^[^\n]*(\n(?! {4}at )[^\n]*)*/, error.name),
    constraint: 'constraint' in error ? error.constraint : undefined,
  }
}
