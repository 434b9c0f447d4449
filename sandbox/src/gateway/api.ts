import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { toProblem } from '../http/problem.ts'
import { isEqual } from '../http/signature.ts'
import type { World } from '../world.ts'
import { sendAuthenticationFailed, sendGatewayError } from './gateway-error.ts'

export const GATEWAY_PREFIX = '/v1'

/**
 * The frame of the payment gateway: its key check and its error bodies. Endpoints are routes added here; what has no
 * route is answered like the real gateway answers an address it does not have, with status 400.
 */
export function gatewayApi(app: FastifyInstance, { config }: World) {
  const expected = `${config.gateway.keyId}:${config.gateway.keySecret}`
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, raw, done) => done(null, raw))
  app.addHook('onRequest', async (request, reply) => {
    if (!isEqual(basicCredentials(request), expected)) return sendAuthenticationFailed(reply)
  })
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const { status } = toProblem(error, request)
    if (status >= 500) return sendGatewayError(reply, 500, 'SERVER_ERROR', 'We are facing some trouble completing it.')
    return sendGatewayError(reply, 400, 'BAD_REQUEST_ERROR', 'The request could not be read.')
  })
  const unknown = 'The requested URL was not found on the server.'
  app.all('/', (_request, reply) => sendGatewayError(reply, 400, 'BAD_REQUEST_ERROR', unknown))
  app.all('/*', (_request, reply) => sendGatewayError(reply, 400, 'BAD_REQUEST_ERROR', unknown))
}

/** The scheme must be the exact word `Basic`, as the real one asks. */
function basicCredentials(request: FastifyRequest) {
  const match = /^Basic ([A-Za-z0-9+/=]+)$/.exec(request.headers.authorization ?? '')
  return Buffer.from(match?.[1] ?? '', 'base64').toString('utf8')
}
