import type { AddressInfo } from 'node:net'
import { compose } from './compose.ts'
import { PLATFORM } from './domain/ids.ts'
import { StartFailure } from './embedded/start-failure.ts'
import { createAuthenticate } from './features/auth/authenticate.ts'
import { announceToSandbox } from './features/sandbox/announce.ts'
import { seedSandbox } from './features/sandbox/seed.ts'
import { type Config, type Settings, settle } from './platform/config.ts'
import { inTransaction } from './platform/db/db.ts'
import type { Deps } from './platform/deps.ts'
import { type App, buildApp } from './platform/http/app.ts'
import type { Lifecycle } from './platform/lifecycle.ts'
import type { Log } from './platform/log.ts'
import { ROLES } from './roles/all.ts'
import { migrateOrExplain, surround } from './surroundings.ts'
import { VERSION } from './version.ts'

export interface Started {
  config: Config
  url: string
  /** Settles when a part that we run ourselves is gone for good; the product then ends. */
  lost: Promise<string>
}

/** From settings to a running product. Whatever has started is on the lifecycle, also when a later step fails. */
export async function start(settings: Settings, log: Log, lifecycle: Lifecycle): Promise<Started> {
  const surroundings = await surround(settings, lifecycle)
  const config = settle(settings, surroundings)
  await migrateOrExplain(config.DATABASE_URL)

  let listeningAt = ''
  const deps = await compose(config, log, lifecycle, () => config.PUBLIC_URL ?? listeningAt)
  await inTransaction(deps.db, (tx) => deps.keyring.create(tx, PLATFORM))
  if (config.sandbox) await seedSandbox(deps)

  const app = await serve(deps)
  lifecycle.onStop('http', () => app.close())
  listeningAt = await listen(app, config)
  for (const name of config.roles) {
    deps.metrics.processUp.set({ role: name }, 1)
    for (const begin of ROLES[name].background) {
      const running = await begin(deps)
      lifecycle.onStop(name, () => running.stop())
    }
  }
  if (config.sandboxUrl && config.roles.includes('WEBHOOK')) await announceToSandbox(deps, listeningAt)
  await surroundings.dataDir?.publish({
    url: listeningAt,
    databaseUrl: config.DATABASE_URL,
    ...(config.sandboxUrl && { sandboxUrl: config.sandboxUrl }),
  })
  return { config, url: listeningAt, lost: surroundings.lost }
}

async function serve(deps: Deps): Promise<App> {
  const roles = deps.config.roles.map((name) => ROLES[name])
  const { sandboxUrl } = deps.config
  return buildApp(deps, {
    version: VERSION,
    authenticate: createAuthenticate(deps),
    apiRoutes: roles.flatMap((role) => role.apiRoutes),
    rootRoutes: roles.flatMap((role) => role.rootRoutes),
    checks: {
      database: () => deps.db.selectFrom('sandbox_clock').select('id').execute(),
      queue: () => deps.queue.depth('default'),
      files: () => deps.files.check(),
      scanner: () => deps.scanner.check(),
      mailer: () => deps.mailer.check(),
      ...(sandboxUrl && { sandbox: () => fetch(`${sandboxUrl}/healthz`).then((response) => response.text()) }),
    },
  })
}

async function listen(app: App, config: Config): Promise<string> {
  try {
    await app.listen({ port: config.PORT, host: config.HOST })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EADDRINUSE')
      throw new StartFailure(`Port ${config.PORT} is in use. Stop what uses it, or set PORT (0 takes any free one).`)
    if (code === 'EACCES') throw new StartFailure(`Port ${config.PORT} may not be used by this user. Set PORT.`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new StartFailure(`HOST ${config.HOST} is not an address of this machine.`)
    throw error
  }
  const { port } = app.server.address() as AddressInfo
  const anyHost = config.HOST === '0.0.0.0' || config.HOST === '::'
  return `http://${anyHost || config.HOST === '127.0.0.1' ? 'localhost' : config.HOST}:${port}`
}
