import { STATUS_CODES } from 'node:http'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'

type ProblemCode =
  | 'VALIDATION_FAILED'
  | 'SIGNATURE_INVALID'
  | 'HOST_REFUSED'
  | 'CROSS_SITE_REFUSED'
  | 'NOT_FOUND'
  | 'PRODUCT_NOT_REGISTERED'
  | 'PRODUCT_UNREACHABLE'
  | 'PRODUCT_REFUSED'
  | 'GATEWAY_REFUSED'
  | 'REQUEST_REFUSED'
  | 'INTERNAL'

export type FieldError = { path: string; message: string }

/** An error response with a readable message. */
export class Problem extends Error {
  override name = 'Problem'
  readonly status: number
  readonly code: ProblemCode
  readonly errors: FieldError[]

  constructor(status: number, code: ProblemCode, detail: string, errors: FieldError[] = []) {
    super(detail)
    this.status = status
    this.code = code
    this.errors = errors
  }
}

export function sendProblem(reply: FastifyReply, { status, code, message, errors }: Problem) {
  const body = { type: 'about:blank', title: STATUS_CODES[status], status, detail: message, code }
  return reply
    .code(status)
    .type('application/problem+json; charset=utf-8')
    .send(JSON.stringify(errors.length > 0 ? { ...body, errors } : body))
}

/** Handles all errors outside the simulated services, which use the error format of the real ones. */
export function handleError(error: FastifyError | Problem, request: FastifyRequest, reply: FastifyReply) {
  return sendProblem(reply, toProblem(error, request))
}

export function toProblem(error: FastifyError | Problem, request: FastifyRequest) {
  if (error instanceof Problem) return error
  const status = error.statusCode ?? 500
  if (status < 500) return new Problem(status, 'REQUEST_REFUSED', sentenceFor(status, error.message))
  request.server.log.error({ event: 'sandbox.unexpected_error', err: error })
  return new Problem(500, 'INTERNAL', 'Internal error of the sandbox. See its error output for details.')
}

function sentenceFor(status: number, fallback: string) {
  if (status === 413) return 'The request body is too large.'
  if (status === 415) return 'Send the body as JSON, with the header Content-Type: application/json.'
  return fallback.endsWith('.') ? fallback : `${fallback}.`
}
