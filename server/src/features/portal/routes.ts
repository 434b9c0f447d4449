import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { Deps } from '../../platform/deps.ts'
import { PUBLIC } from '../../platform/http/access.ts'
import type { App } from '../../platform/http/app.ts'
import { welcomePage, welcomeStyle } from './welcome-page.ts'

const PORTAL_BUILD = fileURLToPath(new URL('../../../../portal/dist', import.meta.url))

/** The web app at `/`; while there is none, a page that says what runs here. */
export async function portalRoutes(app: App, deps: Deps) {
  const config = { access: PUBLIC } as const
  const schema = { hide: true } as const
  if (existsSync(PORTAL_BUILD)) {
    app.addHook('onRoute', (route) => {
      if (route.url === '/' || route.url === '/*') route.config = { ...route.config, ...config }
    })
    await app.register(fastifyStatic, { root: PORTAL_BUILD })
    return
  }
  app.get('/', { config, schema }, async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(welcomePage(deps.config)),
  )
  app.get('/welcome.css', { config, schema }, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(welcomeStyle),
  )
}
