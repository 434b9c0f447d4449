import type { AddressInfo } from 'node:net'
import { compose } from './compose.ts'
import { PLATFORM } from './domain/ids.ts'
import { claimDataDir, type OwnedDataDir } from './embedded/data-dir.ts'
import { startPostgres } from './embedded/postgres.ts'
import { joinSandbox, startSandbox } from './embedded/sandbox.ts'
import { StartFailure } from './embedded/start-failure.ts'
import { createAuthenticate } from './features/auth/authenticate.ts'
import { announceToSandbox } from './features/sandbox/announce.ts'
import { seedSandbox } from './features/sandbox/seed.ts'
import { type Config, type RunningSandbox, type Settings, settle } from './platform/config.ts'
import { inTransaction } from './platform/db/db.ts'
import { migrate } from './platform/db/migrate.ts'
import type { Deps } from './platform/deps.ts'
import { type App, buildApp } from './platform/http/app.ts'
import type { Lifecycle } from './platform/lifecycle.ts'
import type { Log } from './platform/log.ts'
import { ROLES } from './roles/all.ts'
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
  await migrate(config.DATABASE_URL).catch((error: unknown) => {
    throw explainDatabase(error, config)
  })

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

interface Surroundings {
  databaseUrl: string
  sandbox: RunningSandbox | undefined
  dataDir: OwnedDataDir | undefined
  lost: Promise<string>
}

/** The database and the outside world: those that are named, those that already run beside us, or our own. */
async function surround(settings: Settings, lifecycle: Lifecycle): Promise<Surroundings> {
  const losses: Promise<string>[] = []
  const database = await findDatabase(settings, lifecycle, losses)
  const sandbox = settings.sandbox ? await findSandbox(settings, lifecycle, losses) : undefined
  return { ...database, sandbox, lost: losses.length > 0 ? Promise.race(losses) : new Promise(() => {}) }
}

async function findDatabase(settings: Settings, lifecycle: Lifecycle, losses: Promise<string>[]) {
  if (settings.DATABASE_URL) return { databaseUrl: settings.DATABASE_URL, dataDir: undefined }
  const claim = await claimDataDir(settings.dataDir)
  if (claim.kind === 'owner') {
    lifecycle.onStop('data directory', () => claim.release())
    const postgres = await startPostgres(claim)
    lifecycle.onStop('PostgreSQL', () => postgres.stop())
    losses.push(postgres.lost.then((failure) => failure.message))
    return { databaseUrl: postgres.url, dataDir: claim }
  }
  if (!settings.SERVICE_TYPE)
    throw new StartFailure(
      `Harkara already runs on ${claim.dir}${claim.info?.url ? ` at ${claim.info.url}` : ''} (process ${claim.pid}). Stop it first, or set DATA_DIR to another directory.`,
    )
  const { databaseUrl } = await claim.published()
  if (!databaseUrl) throw new StartFailure(`The process on ${claim.dir} has no database to join: set DATABASE_URL.`)
  return { databaseUrl, dataDir: undefined }
}

/** Processes of single roles share one sandbox; a whole product brings its own, so that two never mix up. */
async function findSandbox(
  settings: Settings,
  lifecycle: Lifecycle,
  losses: Promise<string>[],
): Promise<RunningSandbox> {
  const joined = settings.SERVICE_TYPE && settings.SANDBOX_PORT !== 0 ? await joinSandbox(settings) : undefined
  if (joined) return joined
  try {
    const sandbox = await startSandbox(settings)
    lifecycle.onStop('sandbox', () => sandbox.stop())
    losses.push(sandbox.lost.then(() => 'The sandbox ended unexpectedly.'))
    return sandbox
  } catch (error) {
    // Another role may have started one at the same moment.
    const other = settings.SERVICE_TYPE ? await joinSandbox(settings) : undefined
    if (other) return other
    throw error
  }
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

/** What goes wrong with a database that somebody else runs, said without its password. */
function explainDatabase(error: unknown, config: Config): unknown {
  if (!(error instanceof Error)) return error
  const code = 'code' in error ? String(error.code) : ''
  const { host, pathname } = new URL(config.DATABASE_URL)
  const at = `${host}${pathname}`
  if (['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ECONNRESET'].includes(code))
    return new StartFailure(`No PostgreSQL answers at ${at} (${code}). Check DATABASE_URL and that the server runs.`)
  if (code === '28P01' || code === '28000')
    return new StartFailure(`PostgreSQL at ${at} refuses this user or password. Check DATABASE_URL.`)
  if (code === '3D000')
    return new StartFailure(`PostgreSQL at ${at} has no such database. Create it, or check DATABASE_URL.`)
  return new StartFailure(error.message, { cause: error })
}
