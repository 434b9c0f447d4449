import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { toProblem } from '../http/problem.ts'
import { isEqual } from '../http/signature.ts'
import type { World } from '../world.ts'
import { runDue } from './charges.ts'
import { scriptFaults } from './faults.ts'
import { GatewayFault, sendAuthenticationFailed, sendGatewayError } from './gateway-error.ts'
import { gatewayRoutes } from './routes.ts'

export const GATEWAY_PREFIX = '/v1'

const DUE_EVERY_MS = 500

/**
 * The payment gateway: its key check, its error bodies and its endpoints. What has no route is answered like the real
 * gateway answers an address it does not have, with status 400.
 */
export function gatewayApi(app: FastifyInstance, world: World) {
  const { config, gateway } = world
  const expected = `${config.gateway.keyId}:${config.gateway.keySecret}`
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, raw, done) => done(null, raw))
  app.addHook('onRequest', async (request, reply) => {
    if (!isEqual(basicCredentials(request), expected)) return sendAuthenticationFailed(reply)
  })
  scriptFaults(app, gateway)
  app.setErrorHandler((error: FastifyError | GatewayFault, request, reply) => {
    if (error instanceof GatewayFault) return sendGatewayError(reply, error)
    if (toProblem(error, request).status >= 500) return sendGatewayError(reply, TROUBLE)
    return sendGatewayError(reply, new GatewayFault('The request could not be read.'))
  })
  gatewayRoutes(app, world)
  const nowhere = async () => {
    throw new GatewayFault('The requested URL was not found on the server.')
  }
  app.all('/', nowhere)
  app.all('/*', nowhere)

  const due = setInterval(runDue, DUE_EVERY_MS, world).unref()
  app.addHook('onClose', async () => {
    clearInterval(due)
    gateway.webhooks.stop()
  })
}

const TROUBLE = new GatewayFault('We are facing some trouble completing it.', { status: 500, code: 'SERVER_ERROR' })

/** The scheme must be the exact word `Basic`, as the real one asks. */
function basicCredentials(request: FastifyRequest) {
  const match = /^Basic ([A-Za-z0-9+/=]+)$/.exec(request.headers.authorization ?? '')
  return Buffer.from(match?.[1] ?? '', 'base64').toString('utf8')
}
