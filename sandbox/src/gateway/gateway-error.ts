import type { FastifyReply } from 'fastify'

/** The error body of the payment gateway. Where it has nothing to say about origin it writes the literal NA. */
export function sendGatewayError(reply: FastifyReply, status: number, code: string, description: string) {
  const error = { code, description, source: 'NA', step: 'NA', reason: 'NA', metadata: {} }
  return reply.code(status).type('application/json; charset=UTF-8').send(JSON.stringify({ error }))
}

/** A bad key is refused before anything is known of the request, so its body carries less. */
export function sendAuthenticationFailed(reply: FastifyReply) {
  const error = { code: 'BAD_REQUEST_ERROR', description: 'Authentication failed' }
  return reply
    .code(401)
    .header('www-authenticate', 'Basic realm="Razorpay"')
    .type('application/json; charset=UTF-8')
    .send(JSON.stringify({ error }))
}
