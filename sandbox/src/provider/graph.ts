import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { toProblem } from '../http/problem.ts'
import { isEqual } from '../http/signature.ts'
import type { SandboxState } from '../sandbox-state.ts'
import { GraphApiError, sendGraphError } from './graph-error.ts'
import { mediaRoutes } from './media.ts'
import { messageRoutes } from './messages.ts'
import { templateRoutes } from './templates.ts'

/** Versions look like v18.0, which distinguishes them from the gateway's /v1. */
export const GRAPH_PREFIX = '/:version(^v\\d+\\.\\d+$)'

/** The messaging provider: token check, error bodies and endpoints. Other paths are unknown paths. */
export function graphApi(app: FastifyInstance, state: SandboxState) {
  const { config } = state
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, raw, done) => done(null, raw))
  app.addHook('onRequest', async (request, reply) => {
    if (hasToken(request, config.provider.token)) return
    const message = 'Invalid OAuth access token - Cannot parse access token'
    return sendGraphError(reply, { status: 401, code: 190, message })
  })
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (error instanceof GraphApiError) return sendGraphError(reply, error.fault)
    const { status } = toProblem(error, request)
    if (status >= 500) return sendGraphError(reply, { status: 500, code: 1, message: 'An unknown error occurred' })
    return sendGraphError(reply, { status: 400, code: 100, message: '(#100) Invalid parameter' })
  })
  messageRoutes(app, state)
  templateRoutes(app, state)
  mediaRoutes(app, state)
  app.addHook('onClose', async () => state.provider.callbacks.stop())
  app.all('/', (request, reply) => sendGraphError(reply, unknownPath(request)))
  app.all('/*', (request, reply) => sendGraphError(reply, unknownPath(request)))
}

function hasToken(request: FastifyRequest, token: string) {
  const [scheme, given] = (request.headers.authorization ?? '').split(' ')
  return scheme?.toLowerCase() === 'bearer' && isEqual(given ?? '', token)
}

function unknownPath(request: FastifyRequest) {
  const [path = ''] = request.url.split('?')
  const components = path.replace(/^\/[^/]*/, '') || '/'
  return { status: 400, code: 2500, message: `Unknown path components: ${components.slice(0, 200)}` }
}
