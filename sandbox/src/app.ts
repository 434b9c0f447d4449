import { fastify } from 'fastify'
import { controlRoutes } from './control/routes.ts'
import { GATEWAY_PREFIX, gatewayApi } from './gateway/api.ts'
import { guardLocal } from './http/local-only.ts'
import { handleError, Problem, sendProblem } from './http/problem.ts'
import { REQUEST_BODY_BYTES_MAX } from './limits.ts'
import { pageRoutes } from './pages/routes.ts'
import { GRAPH_PREFIX, graphApi } from './provider/graph.ts'
import { ratesApi } from './rates/routes.ts'
import type { World } from './world.ts'

/** The HTTP side of the sandbox: the services it stands in for, and behind the guard its own control routes and pages. */
export function createApp(world: World) {
  const app = fastify({
    bodyLimit: REQUEST_BODY_BYTES_MAX,
    forceCloseConnections: true,
    logger: { level: 'error', stream: process.stderr },
    frameworkErrors: (error, request, reply) => handleError(error, request, reply),
  })
  app.setErrorHandler(handleError)
  app.setNotFoundHandler((_request, reply) =>
    sendProblem(reply, new Problem(404, 'NOT_FOUND', 'There is nothing at this address; GET / lists what there is.')),
  )
  app.get('/healthz', async () => ({ status: 'ok', name: 'harkara-sandbox' }))

  app.register(async (scope) => graphApi(scope, world), { prefix: GRAPH_PREFIX })
  app.register(async (scope) => gatewayApi(scope, world), { prefix: GATEWAY_PREFIX })
  app.register(async (scope) => ratesApi(scope, world))
  app.register(async (scope) => {
    guardLocal(scope, world.config.host)
    scope.register(async (control) => controlRoutes(control, world))
    scope.register(async (pages) => pageRoutes(pages, world))
  })
  return app
}
