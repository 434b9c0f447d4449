import type { FastifyInstance } from 'fastify'
import { clockRoutes } from '../clock/routes.ts'
import { gatewayControl } from '../gateway/control.ts'
import { acceptRawJson } from '../http/read.ts'
import { secretHint } from '../http/signature.ts'
import { CONTROL_BODY_BYTES_MAX } from '../limits.ts'
import { mailControl } from '../mail/routes.ts'
import { productRoutes } from '../product/routes.ts'
import { providerControl } from '../provider/control.ts'
import { ratesControl } from '../rates/routes.ts'
import type { SandboxState } from '../sandbox-state.ts'

/** Registers all control routes. Each describes itself, so that the index is always complete. */
export function controlRoutes(app: FastifyInstance, state: SandboxState) {
  acceptRawJson(app)
  app.addHook('onRoute', (route) => {
    route.bodyLimit = CONTROL_BODY_BYTES_MAX
    const { does, example } = route.config ?? {}
    // Fastify adds a HEAD route for every GET; the index lists only the GET.
    if (!does || route.method === 'HEAD') return
    state.controlRoutes.push({ method: String(route.method), path: route.url, does, ...(example && { example }) })
  })
  app.get('/control', { config: { does: 'List the control routes' } }, async () => ({ routes: state.controlRoutes }))
  app.get(
    '/control/info',
    { config: { does: 'Get the URLs of the sandbox, for a product that joins it' } },
    async () => ({
      name: 'harkara-sandbox',
      url: state.addresses.url,
      smtpUrl: state.addresses.smtpUrl,
      secretHint: secretHint(state.config.secret),
    }),
  )
  mailControl(app, state)
  clockRoutes(app, state)
  providerControl(app, state)
  gatewayControl(app, state)
  ratesControl(app, state)
  productRoutes(app, state)
}
