import type { FastifyReply } from 'fastify'

interface GatewayErrorOptions {
  field?: string
  status?: number
  code?: string
}

/** An error of the gateway, worded like the real one. */
export class GatewayError extends Error {
  override name = 'GatewayError'
  readonly about: GatewayErrorOptions

  constructor(description: string, about: GatewayErrorOptions = {}) {
    super(description)
    this.about = about
  }
}

/** The error body of the payment gateway. An unknown origin is the literal NA. */
export function sendGatewayError(reply: FastifyReply, { message, about }: GatewayError) {
  const { field, status = 400, code = 'BAD_REQUEST_ERROR' } = about
  const origin = field
    ? { source: 'business', step: 'payment_initiation', reason: 'input_validation_failed', metadata: {}, field }
    : { source: 'NA', step: 'NA', reason: 'NA', metadata: {} }
  return sendError(reply.code(status), { code, description: message, ...origin })
}

/** Authentication failures have a shorter error body, because the request has not been parsed yet. */
export function sendAuthenticationFailed(reply: FastifyReply) {
  reply.code(401).header('www-authenticate', 'Basic realm="Razorpay"')
  return sendError(reply, { code: 'BAD_REQUEST_ERROR', description: 'Authentication failed' })
}

const sendError = (reply: FastifyReply, error: object) =>
  reply.type('application/json; charset=UTF-8').send(JSON.stringify({ error }))
