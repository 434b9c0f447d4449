import { claimDataDir, type OwnedDataDir } from './embedded/data-dir.ts'
import { startPostgres } from './embedded/postgres/postgres.ts'
import { joinSandbox, startSandbox } from './embedded/sandbox.ts'
import { StartFailure } from './embedded/start-failure.ts'
import type { Config, RunningSandbox, Settings } from './platform/config/config.ts'
import { assertMigrated, migrate } from './platform/db/migrations/migrate.ts'
import { waitForDatabase } from './platform/db/wait-for-database.ts'
import type { Lifecycle } from './platform/lifecycle.ts'
import type { Log } from './platform/log.ts'

interface Infrastructure {
  databaseUrl: string
  sandbox: RunningSandbox | undefined
  dataDir: OwnedDataDir | undefined
  lost: Promise<string>
}

/** Finds or starts the database and the outside services: configured ones, those of a running process, or our own. */
export async function startInfrastructure(settings: Settings, lifecycle: Lifecycle): Promise<Infrastructure> {
  const losses: Promise<string>[] = []
  const database = await findDatabase(settings, lifecycle, losses, settings.SERVICE_TYPE !== undefined)
  const sandbox = settings.sandbox ? await findSandbox(settings, lifecycle, losses) : undefined
  return { ...database, sandbox, lost: losses.length > 0 ? Promise.race(losses) : new Promise(() => {}) }
}

/** With `join`, the database of another running process can be used too. */
export async function findDatabase(settings: Settings, lifecycle: Lifecycle, losses: Promise<string>[], join: boolean) {
  if (settings.DATABASE_URL) return { databaseUrl: settings.DATABASE_URL, dataDir: undefined }
  const claim = await claimDataDir(settings.dataDir)
  if (claim.kind === 'owner') {
    lifecycle.onStop('data directory', () => claim.release())
    const abort = new AbortController()
    const starting = startPostgres(claim, { signal: abort.signal })
    // Registered before it starts, so that a signal during the start leaves no server behind.
    lifecycle.onStop('PostgreSQL', async () => {
      abort.abort()
      await (await starting.catch(() => undefined))?.stop()
    })
    const postgres = await starting
    losses.push(postgres.lost.then((failure) => failure.message))
    return { databaseUrl: postgres.url, dataDir: claim }
  }
  if (!join)
    throw new StartFailure(
      `Harkara is already running on ${claim.dir}${claim.info?.url ? ` at ${claim.info.url}` : ''} (process ${claim.pid}). Stop it first, or set DATA_DIR to another directory.`,
    )
  const { databaseUrl } = await claim.published()
  if (!databaseUrl)
    throw new StartFailure(`The process on ${claim.dir} has no bundled database to connect to: set DATABASE_URL.`)
  return { databaseUrl, dataDir: undefined }
}

/**
 * Processes of single roles share one sandbox. A process with all roles starts its own, so that two products never
 * share one.
 */
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
    losses.push(sandbox.lost.then(() => 'The sandbox exited unexpectedly.'))
    return sandbox
  } catch (error) {
    // Another role may have started one at the same time.
    const other = settings.SERVICE_TYPE ? await joinSandbox(settings) : undefined
    if (other) return other
    throw error
  }
}

/** A process may be started before the database, for example after a power failure. */
export async function awaitDatabase(
  { DATABASE_URL: url, DATABASE_WAIT_SECONDS: seconds }: Pick<Config, 'DATABASE_URL' | 'DATABASE_WAIT_SECONDS'>,
  log: Log,
) {
  await waitForDatabase(url, log, seconds).catch((error: unknown) => {
    throw explainDatabase(error, url)
  })
}

/** Returns the names of what was applied. `onWait` is called with a sentence while a table is in use. */
export const migrateDatabase = (databaseUrl: string, onWait: (told: string) => void): Promise<string[]> =>
  migrate(databaseUrl, undefined, {
    onWait: (name, triesLeft) =>
      onWait(`Migration ${name} waits until a table that it changes is free; ${triesLeft} tries left.`),
  }).catch((error: unknown) => {
    throw explainDatabase(error, databaseUrl)
  })

/** Updates the database, or, where that is a step of its own, only checks that it was done. */
export async function prepareDatabase(
  { DATABASE_URL: url, MIGRATE_ON_START: isOurs }: Pick<Config, 'DATABASE_URL' | 'MIGRATE_ON_START'>,
  log: Log,
) {
  if (isOurs) await migrateDatabase(url, (detail) => log.warn({ event: 'database.migration_waiting', detail }))
  else await checkSchema(url)
}

export const checkSchema = (databaseUrl: string): Promise<void> =>
  assertMigrated(databaseUrl).catch((error: unknown) => {
    throw explainDatabase(error, databaseUrl)
  })

/** Describes problems with an external database, without its password. */
function explainDatabase(error: unknown, databaseUrl: string): unknown {
  if (!(error instanceof Error)) return error
  const code = 'code' in error ? String(error.code) : ''
  const { host, pathname } = new URL(databaseUrl)
  const at = `${host}${pathname}`
  if (['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ECONNRESET'].includes(code))
    return new StartFailure(
      `Cannot connect to PostgreSQL at ${at} (${code}). Check DATABASE_URL and that the server is running.`,
    )
  if (code === '28P01' || code === '28000')
    return new StartFailure(`PostgreSQL at ${at} rejected the user name or password. Check DATABASE_URL.`)
  if (code === '3D000')
    return new StartFailure(`The database does not exist on PostgreSQL at ${at}. Create it, or check DATABASE_URL.`)
  return new StartFailure(error.message, { cause: error })
}
