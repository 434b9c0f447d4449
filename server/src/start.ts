import type { AddressInfo } from 'node:net'
import { compose } from './compose.ts'
import { PLATFORM } from './domain/ids.ts'
import { CLOCK_SKEW_MS_REFUSED, skewText } from './domain/processes.ts'
import { StartFailure } from './embedded/start-failure.ts'
import { createAuthenticate } from './features/auth/authenticate.ts'
import { knownDeviceOf } from './features/auth/sessions/client.ts'
import { keepReporting, measureClock } from './features/monitoring/processes.ts'
import { announceToSandbox, keepRegistered } from './features/sandbox/announce.ts'
import { findDemoMonth } from './features/sandbox/demo-month/seed-demo-month.ts'
import { seedSandbox } from './features/sandbox/seed.ts'
import { awaitDatabase, prepareDatabase, startInfrastructure } from './infrastructure.ts'
import type { Running } from './platform/concurrency/repeat.ts'
import { type Config, resolveConfig, type Settings } from './platform/config/config.ts'
import type { ReadinessDependency } from './platform/config/role.ts'
import { armCrashPoint } from './platform/crash-point.ts'
import { inTransaction, ping } from './platform/db/db.ts'
import type { Deps } from './platform/deps.ts'
import type { App } from './platform/http/app.ts'
import { buildApp } from './platform/http/build-app.ts'
import type { Checks } from './platform/http/health.ts'
import type { Lifecycle } from './platform/lifecycle.ts'
import type { Log } from './platform/log.ts'
import { plainConnections } from './platform/plain-connections.ts'
import { ROLES } from './roles/all.ts'
import { JOBS } from './roles/jobs.ts'
import { VERSION } from './version.ts'

/** For links in mails of a process without an API, unless it is configured: the default address of the API. */
const DEFAULT_PUBLIC_URL = 'http://localhost:3000'

export interface Started {
  config: Config
  url: string
  /** Resolves with a reason when a part that we run ourselves is permanently lost. The product then ends. */
  lost: Promise<string>
  /** In a new sandbox. It begins after the greeting, which it must not delay. */
  demoMonth: { email: string; begin(): void } | undefined
}

/** Starts the product from its settings. Every started part is on the lifecycle, also when a later step fails. */
export async function start(settings: Settings, log: Log, lifecycle: Lifecycle): Promise<Started> {
  armCrashPoint(settings.CRASH_AT)
  const infrastructure = await startInfrastructure(settings, lifecycle)
  const config = resolveConfig(settings, infrastructure)
  const plain = config.production ? plainConnections(config) : []
  if (plain.length > 0) log.warn({ event: 'settings.plain_connections', settings: plain })
  await awaitDatabase(config, log)
  await prepareDatabase(config, log)

  let listeningAt = ''
  const deps = await compose(
    config,
    log,
    lifecycle,
    () => config.PUBLIC_URL ?? (config.roles.includes('API_GATEWAY') ? listeningAt : DEFAULT_PUBLIC_URL),
  )
  await refuseWrongClock(deps)
  await inTransaction(deps.db, (tx) => deps.keyring.create(tx, PLATFORM))
  if (config.sandbox) await seedSandbox(deps)

  const app = await serve(deps)
  lifecycle.onStop('http', () => closeServer(app))
  listeningAt = await listen(app, config)
  await startBackground(deps, lifecycle)
  const reporting = await keepReporting(deps, VERSION)
  lifecycle.onStop('process report', () => reporting.stop())
  if (config.sandboxUrl && config.roles.includes('WEBHOOK')) {
    await announceToSandbox(deps, listeningAt)
    const announcing = keepRegistered(deps, listeningAt)
    lifecycle.onStop('sandbox registration', () => announcing.stop())
  }
  await infrastructure.dataDir?.publish({
    url: listeningAt,
    databaseUrl: config.DATABASE_URL,
    ...(config.sandboxUrl && { sandboxUrl: config.sandboxUrl }),
  })
  const month = config.sandbox ? await findDemoMonth(deps, JOBS) : undefined
  const demoMonth = month && {
    email: month.email,
    begin() {
      const creating = month.begin()
      lifecycle.onStop('demo month', () => creating.stop())
    },
  }
  return { config, url: listeningAt, lost: infrastructure.lost, demoMonth }
}

/** Background work is stopped concurrently, because each part may need seconds to finish. */
async function startBackground(deps: Deps, lifecycle: Lifecycle) {
  const running: Running[] = []
  lifecycle.onStop('background', async () => {
    await Promise.all(running.map((one) => one.stop()))
  })
  for (const name of deps.config.roles) {
    deps.metrics.processUp.set({ role: name }, 1)
    for (const begin of ROLES[name].background) running.push(await begin(deps))
  }
}

const IDLE_CHECK_MS = 50
const REQUESTS_GRACE_MS = 3_000

/**
 * Answers running requests, within limits. Closing a server waits for connections that become idle only later, and for
 * those that a browser opened in advance, so both are closed here.
 */
async function closeServer(app: App) {
  const idleCheck = setInterval(() => app.server.closeIdleConnections(), IDLE_CHECK_MS)
  const grace = setTimeout(() => app.server.closeAllConnections(), REQUESTS_GRACE_MS)
  await app.close()
  clearInterval(idleCheck)
  clearTimeout(grace)
}

/** With a wrong clock accounts are frozen, invoices are dated and links expire too early or too late. */
async function refuseWrongClock({ db }: Deps) {
  const ahead = await measureClock(db)
  if (Math.abs(ahead) > CLOCK_SKEW_MS_REFUSED)
    throw new StartFailure(
      `The clock of this machine is ${skewText(ahead)} the database's: synchronise both, for example with chrony.`,
    )
}

async function serve(deps: Deps): Promise<App> {
  const roles = deps.config.roles.map((name) => ROLES[name])
  return buildApp(deps, {
    version: VERSION,
    authenticate: createAuthenticate(deps),
    deviceOf: knownDeviceOf(deps),
    apiRoutes: roles.flatMap((role) => role.apiRoutes),
    rootRoutes: roles.flatMap((role) => role.rootRoutes),
    checks: checksOf(deps, new Set(roles.flatMap((role) => role.needs))),
  })
}

/**
 * A process is ready when the services of its own roles are available: an outage of the mail server is no reason to
 * refuse API calls.
 */
function checksOf(deps: Deps, needed: ReadonlySet<ReadinessDependency>): Checks {
  const { sandboxUrl } = deps.config
  const checks: Record<ReadinessDependency, () => Promise<unknown>> = {
    queue: () => deps.queue.depth('default'),
    files: () => deps.files.check(),
    scanner: () => deps.scanner.check(),
    mailer: () => deps.mailer.check(),
  }
  return {
    database: () => ping(deps.db),
    ...Object.fromEntries([...needed].map((need) => [need, checks[need]])),
    ...(sandboxUrl && { sandbox: () => assertAnswers(`${sandboxUrl}/healthz`) }),
  }
}

async function assertAnswers(url: string) {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`the sandbox responded ${response.status}`)
}

async function listen(app: App, config: Config): Promise<string> {
  try {
    await app.listen({ port: config.PORT, host: config.HOST })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EADDRINUSE')
      throw new StartFailure(
        `Port ${config.PORT} is already in use. Stop the process that uses it, or set PORT (0 picks a free port).`,
      )
    if (code === 'EACCES')
      throw new StartFailure(`This user is not allowed to listen on port ${config.PORT}. Set PORT to another port.`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new StartFailure(`HOST ${config.HOST} is not an address of this machine.`)
    throw error
  }
  const { port } = app.server.address() as AddressInfo
  const anyHost = config.HOST === '0.0.0.0' || config.HOST === '::'
  return `http://${anyHost || config.HOST === '127.0.0.1' ? 'localhost' : config.HOST}:${port}`
}
