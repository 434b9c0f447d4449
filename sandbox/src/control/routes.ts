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
import type { World } from '../world.ts'

/** All control routes. They describe themselves, so that the index cannot fall behind them. */
export function controlRoutes(app: FastifyInstance, world: World) {
  acceptRawJson(app)
  app.addHook('onRoute', (route) => {
    route.bodyLimit = CONTROL_BODY_BYTES_MAX
    const { does, example } = route.config ?? {}
    // Fastify adds a HEAD route beside every GET; one line in the index is enough for both.
    if (!does || route.method === 'HEAD') return
    world.controlRoutes.push({ method: String(route.method), path: route.url, does, ...(example && { example }) })
  })
  app.get('/control', { config: { does: 'This list' } }, async () => ({ routes: world.controlRoutes }))
  app.get('/control/info', { config: { does: 'Addresses, for a product that joins a running sandbox' } }, async () => ({
    name: 'harkara-sandbox',
    url: world.addresses.url,
    smtpUrl: world.addresses.smtpUrl,
    secretHint: secretHint(world.config.secret),
  }))
  mailControl(app, world)
  clockRoutes(app, world)
  providerControl(app, world)
  gatewayControl(app, world)
  ratesControl(app, world)
  productRoutes(app, world)
}
