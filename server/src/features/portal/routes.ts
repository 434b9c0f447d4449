import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { Deps } from '../../platform/deps.ts'
import type { App } from '../../platform/http/app.ts'
import { PUBLIC } from '../../platform/http/guards/access.ts'
import { PLAIN_PAGE_POLICY } from '../../platform/http/security-headers.ts'
import { createPage } from './page.ts'
import { welcomePage, welcomeStyle } from './welcome-page.ts'

const PORTAL_BUILD = fileURLToPath(new URL('../../../../portal/dist', import.meta.url))
const config = { access: PUBLIC } as const
const schema = { hide: true } as const

/** The web app at `/`; without a build, a page that says what runs here. */
export async function portalRoutes(app: App, deps: Deps) {
  if (existsSync(join(PORTAL_BUILD, 'index.html'))) await serveBuild(app, deps, PORTAL_BUILD)
  else serveWelcome(app, deps)
}

export async function serveBuild(app: App, deps: Pick<Deps, 'config' | 'clock'>, build: string) {
  const page = createPage(deps, readFileSync(join(build, 'index.html'), 'utf8'))
  app.get('/', { config, schema }, page.send)
  app.fallbackPage.of = (request, reply) => (page.isAskedBy(request) ? page.send(request, reply) : undefined)

  await app.register(fastifyStatic, { root: build, serve: false, preCompressed: true })
  // Their names contain a hash of the content.
  app.get<{ Params: { '*': string } }>('/assets/*', { config, schema }, async ({ params }, reply) =>
    reply.sendFile(params['*'], join(build, 'assets'), { maxAge: '365d', immutable: true }),
  )
  for (const name of ['theme.js', 'favicon.svg'])
    app.get(`/${name}`, { config, schema }, async (_request, reply) => reply.sendFile(name, { maxAge: '1h' }))
}

function serveWelcome(app: App, deps: Deps) {
  app.get('/', { config, schema }, async (_request, reply) =>
    reply
      .header('content-security-policy', PLAIN_PAGE_POLICY)
      .type('text/html; charset=utf-8')
      .send(welcomePage(deps.config)),
  )
  app.get('/welcome.css', { config, schema }, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(welcomeStyle),
  )
}
