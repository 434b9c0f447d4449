import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { toProblem } from '../http/problem.ts'
import { isEqual } from '../http/signature.ts'
import type { SandboxState } from '../sandbox-state.ts'
import { runDueCharges } from './charges.ts'
import { GatewayError, sendAuthenticationFailed, sendGatewayError } from './gateway-error.ts'
import { injectFaults } from './inject-faults.ts'
import { gatewayRoutes } from './routes.ts'

export const GATEWAY_PREFIX = '/v1'

const DUE_CHECK_INTERVAL_MS = 500

/**
 * The payment gateway: key check, error bodies and endpoints. Unknown URLs are answered with status 400, like the real
 * gateway does.
 */
export function gatewayApi(app: FastifyInstance, state: SandboxState) {
  const { config, gateway } = state
  const expected = `${config.gateway.keyId}:${config.gateway.keySecret}`
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, raw, done) => done(null, raw))
  app.addHook('onRequest', async (request, reply) => {
    if (!isEqual(basicCredentials(request), expected)) return sendAuthenticationFailed(reply)
  })
  injectFaults(app, gateway)
  app.setErrorHandler((error: FastifyError | GatewayError, request, reply) => {
    if (error instanceof GatewayError) return sendGatewayError(reply, error)
    if (toProblem(error, request).status >= 500) return sendGatewayError(reply, SERVER_ERROR)
    return sendGatewayError(reply, new GatewayError('The request could not be read.'))
  })
  gatewayRoutes(app, state)
  const unknownUrl = async () => {
    throw new GatewayError('The requested URL was not found on the server.')
  }
  app.all('/', unknownUrl)
  app.all('/*', unknownUrl)

  const due = setInterval(runDueCharges, DUE_CHECK_INTERVAL_MS, state).unref()
  app.addHook('onClose', async () => {
    clearInterval(due)
    gateway.webhooks.stop()
  })
}

const SERVER_ERROR = new GatewayError('We are facing some trouble completing it.', {
  status: 500,
  code: 'SERVER_ERROR',
})

/** The scheme must be exactly `Basic`, as the real gateway requires. */
function basicCredentials(request: FastifyRequest) {
  const match = /^Basic ([A-Za-z0-9+/=]+)$/.exec(request.headers.authorization ?? '')
  return Buffer.from(match?.[1] ?? '', 'base64').toString('utf8')
}
