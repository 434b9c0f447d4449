import { fastify } from 'fastify'
import { controlRoutes } from './control/routes.ts'
import { GATEWAY_PREFIX, gatewayApi } from './gateway/api.ts'
import { guardLocal } from './http/local-only.ts'
import { handleError, Problem, sendProblem } from './http/problem.ts'
import { REQUEST_BODY_BYTES_MAX } from './limits.ts'
import { pageRoutes } from './pages/routes.ts'
import { GRAPH_PREFIX, graphApi } from './provider/graph.ts'
import { ratesApi } from './rates/routes.ts'
import type { SandboxState } from './sandbox-state.ts'

/** The HTTP server of the sandbox: the simulated services, and the guarded control routes and pages. */
export function createApp(state: SandboxState) {
  const app = fastify({
    bodyLimit: REQUEST_BODY_BYTES_MAX,
    forceCloseConnections: true,
    logger: { level: 'error', stream: process.stderr },
    frameworkErrors: (error, request, reply) => handleError(error, request, reply),
  })
  app.setErrorHandler(handleError)
  app.setNotFoundHandler((_request, reply) =>
    sendProblem(reply, new Problem(404, 'NOT_FOUND', 'Not found. GET /control lists the available routes.')),
  )
  app.get('/healthz', async () => ({ status: 'ok', name: 'harkara-sandbox' }))

  app.register(async (scope) => graphApi(scope, state), { prefix: GRAPH_PREFIX })
  app.register(async (scope) => gatewayApi(scope, state), { prefix: GATEWAY_PREFIX })
  app.register(async (scope) => ratesApi(scope, state))
  app.register(async (scope) => {
    guardLocal(scope, state.config.host)
    scope.register(async (control) => controlRoutes(control, state))
    scope.register(async (pages) => pageRoutes(pages, state))
  })
  return app
}
