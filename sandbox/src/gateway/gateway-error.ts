import type { FastifyReply } from 'fastify'

export interface FaultAbout {
  field?: string
  status?: number
  code?: string
}

/** The gateway says no, in its own words. */
export class GatewayFault extends Error {
  override name = 'GatewayFault'
  readonly about: FaultAbout

  constructor(description: string, about: FaultAbout = {}) {
    super(description)
    this.about = about
  }
}

/** The error body of the payment gateway. Where it has nothing to say about origin it writes the literal NA. */
export function sendGatewayError(reply: FastifyReply, { message, about }: GatewayFault) {
  const { field, status = 400, code = 'BAD_REQUEST_ERROR' } = about
  const origin = field
    ? { source: 'business', step: 'payment_initiation', reason: 'input_validation_failed', metadata: {}, field }
    : { source: 'NA', step: 'NA', reason: 'NA', metadata: {} }
  return sendError(reply.code(status), { code, description: message, ...origin })
}

/** A bad key is refused before anything is known of the request, so its body carries less. */
export function sendAuthenticationFailed(reply: FastifyReply) {
  reply.code(401).header('www-authenticate', 'Basic realm="Razorpay"')
  return sendError(reply, { code: 'BAD_REQUEST_ERROR', description: 'Authentication failed' })
}

const sendError = (reply: FastifyReply, error: object) =>
  reply.type('application/json; charset=UTF-8').send(JSON.stringify({ error }))
