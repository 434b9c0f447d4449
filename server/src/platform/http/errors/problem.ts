import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { isStaleHash } from '../../db/db.ts'
import { AppError, ERRORS, type ErrorCode } from '../../errors.ts'
import type { Log } from '../../log.ts'
import { UNKNOWN_FIELD } from '../../validation-messages.ts'
import { DATA_POLICY } from '../security-headers.ts'

/** A problem document of RFC 9457. Programs use `code`; `detail` is for people. */
export const Problem = z
  .looseObject({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    code: z.string(),
    requestId: z.string(),
    errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  })
  .meta({
    id: 'Problem',
    description: 'Error details (RFC 9457, application/problem+json)',
    example: {
      type: 'urn:harkara:error:VALIDATION_FAILED',
      title: 'The request is not valid',
      status: 400,
      detail: 'email: must be an email address',
      code: 'VALIDATION_FAILED',
      requestId: '0199b2f0-5f3c-7c40-8a4e-0a6a3f1f7a10',
      errors: [{ path: 'email', message: 'must be an email address' }],
    },
  })

/** Answers of the API must not be executed, framed or cached. Pages have their own policy. */
export const API_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': DATA_POLICY,
  'referrer-policy': 'no-referrer',
}

/** Turns every error into an answer. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply, log: Log) {
  // The client broke off. Its ECONNRESET is not one of the database.
  const known = error === request.raw.errored ? new AppError('VALIDATION_FAILED') : translate(error)
  const where = { requestId: request.id, route: request.routeOptions.url }
  if (!known || known.code === 'INTERNAL_ERROR') log.error({ event: 'http.failed', ...where, err: error })
  else if (known.code === 'SERVICE_UNAVAILABLE')
    log.warn({ event: 'http.unavailable', ...where, err: known.details.cause ?? error })
  else if (REFUSALS.includes(ERRORS[known.code][0]))
    log.info({ event: 'http.refused', ...where, method: request.method, code: known.code, ...idsOf(request) })
  return sendProblem(known ?? new AppError('INTERNAL_ERROR', { detail: apology(request.id) }), request, reply)
}

/** Refused sign-ins and refused authorisation: whoever looks for an attack needs each of them. */
const REFUSALS: readonly number[] = [401, 403]

function idsOf({ principal }: FastifyRequest) {
  if (!principal) return {}
  const { accountId } = principal
  if (principal.kind === 'operator') return { accountId }
  const { vendorId, apiKey } = principal
  return { vendorId, ...(accountId && { accountId }), ...(apiKey && { apiKeyId: apiKey.id }) }
}

export function sendProblem(error: AppError, request: FastifyRequest, reply: FastifyReply) {
  const { retryAfterSeconds } = error.details
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
  // An error can occur before the hooks that set these headers, in the guard or while the URL is decoded.
  reply.headers({ ...API_HEADERS, 'x-request-id': request.id })
  const [status] = ERRORS[error.code]
  // A string, so that the response schema of the route is not applied.
  return reply.code(status).type(PROBLEM_TYPE).send(problemText(error, request.id))
}

export const PROBLEM_TYPE = 'application/problem+json'

export function problemText({ code, details }: AppError, requestId: string) {
  const [status, title] = ERRORS[code]
  const problem = {
    type: `urn:harkara:error:${code}`,
    title,
    status,
    detail: details.detail ?? `${title}.`,
    code,
    requestId,
    ...(details.errors && { errors: details.errors }),
    ...details.members,
  }
  return JSON.stringify(problem)
}

function translate(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error
  if (hasZodFastifySchemaValidationErrors(error)) return invalid(error as FastifyError)
  // A hash was computed outside the transaction, just before the blind indexes moved to another key.
  if (isDatabaseAway(error) || isStaleHash(error))
    return new AppError('SERVICE_UNAVAILABLE', { detail: 'Try again in a moment.', retryAfterSeconds: 1 })
  return fromFramework(error)
}

const ERRORS_NAMED_MAX = 50
export const PATH_CHARS_MAX = 200

/** A malformed id in the path is answered like an unknown one. */
function invalid(error: FastifyError): AppError {
  if (error.validationContext === 'params') return new AppError('NOT_FOUND')
  const all = (error.validation ?? []).flatMap(({ instancePath, message, params }) => {
    const path = instancePath.split('/').filter(Boolean).join('.')
    const unknown = (params as { keys?: string[] }).keys
    if (unknown) return unknown.map((key) => ({ path: [path, key].filter(Boolean).join('.'), message: UNKNOWN_FIELD }))
    return [{ path, message: message ?? 'is not valid' }]
  })
  // The names come from the client, so their number and length are limited.
  const errors = all
    .slice(0, ERRORS_NAMED_MAX)
    .map(({ path, message }) => ({ path: path.slice(0, PATH_CHARS_MAX), message }))
  const first = errors[0]
  const detail = first ? `${first.path || error.validationContext || 'request'}: ${first.message}` : undefined
  return new AppError('VALIDATION_FAILED', detail ? { detail, errors } : { errors })
}

const BY_FRAMEWORK_CODE: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_BODY_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  FST_ERR_BAD_URL: 'NOT_FOUND',
  FST_ERR_MAX_PARAM_LENGTH: 'NOT_FOUND',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'VALIDATION_FAILED',
}

function fromFramework(error: unknown): AppError | undefined {
  if (!(error instanceof Error)) return undefined
  const { code, statusCode } = error as FastifyError
  const mapped = BY_FRAMEWORK_CODE[code]
  if (mapped) return new AppError(mapped)
  return statusCode && statusCode >= 400 && statusCode < 500 ? new AppError('VALIDATION_FAILED') : undefined
}

/** The database is restarting, full or unreachable. The request had no effect and can be repeated. */
function isDatabaseAway(error: unknown) {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  // PgBouncer reports a lost server by this code. PostgreSQL, which names its routine, means a malformed message: ours.
  if (code === '08P01' && 'routine' in error && error.routine !== undefined) return false
  return (
    /^(08...|57P0[1-3]|53...|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOENT)$/.test(code) ||
    /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/.test(
      error.message,
    )
  )
}

const apology = (requestId: string) =>
  `Something went wrong on our side. Try again. If the problem persists, contact support with the request id ${requestId}.`
