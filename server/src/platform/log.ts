import { type DestinationStream, type Logger, type LoggerOptions, levels, pino, stdTimeFunctions } from 'pino'

export type Log = Logger

/**
 * Logs events with ids, as JSON lines. Personal data must not be logged; as a second line of defence these members are
 * redacted at every depth that we log.
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

/**
 * While `isStopping` returns true, warnings about errors drop to debug level, because stopping closes connections of
 * work that is repeated anyway. Errors keep their level.
 */
export function createLog(level: string, destination?: DestinationStream, isStopping = () => false): Log {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: safeError },
    // pino writes the message of an error under its error key, bypassing the serializer above, so that key must not be
    // `err`.
    errorKey: 'pinoError',
    redact: { paths: PERSONAL.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[redacted]' },
    hooks: {
      logMethod(args, method, levelNumber) {
        if (levelNumber === levels.values['warn'] && isStopping() && hasError(args[0])) this.debug(...args)
        else method.apply(this, args)
      },
    },
  }
  return destination ? pino(options, destination) : pino(options)
}

const hasError = (entry: unknown) => typeof entry === 'object' && entry !== null && 'err' in entry

/**
 * Messages of foreign errors may quote personal data (PostgreSQL quotes the key of a violated unique index, a mail
 * server the address), so only our own errors keep their message.
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
