import { compose } from '../compose.ts'
import { PLATFORM } from '../domain/ids.ts'
import { StartFailure } from '../embedded/start-failure.ts'
import { findDatabase, migrateDatabase } from '../infrastructure.ts'
import { ConfigError, readSettings, resolveConfig } from '../platform/config.ts'
import { inTransaction } from '../platform/db/db.ts'
import type { Deps } from '../platform/deps.ts'
import { AppError } from '../platform/errors.ts'
import { Lifecycle } from '../platform/lifecycle.ts'
import { createLog } from '../platform/log.ts'

/** A command was called incorrectly. The message says how to call it. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** Runs a function once on the product's database, also while the product runs. */
export async function runCommand(work: (deps: Deps, args: string[]) => Promise<string>) {
  const log = createLog('error')
  const lifecycle = new Lifecycle(log)
  try {
    const settings = readSettings()
    const { databaseUrl } = await findDatabase(settings, lifecycle, [], true)
    await migrateDatabase(databaseUrl)
    const nowhere = { url: 'http://127.0.0.1:9', smtpUrl: 'smtp://127.0.0.1:9' }
    const config = resolveConfig(settings, { databaseUrl, sandbox: settings.sandbox ? nowhere : undefined })
    const deps = await compose(config, log, lifecycle, () => '')
    await inTransaction(deps.db, (tx) => deps.keyring.create(tx, PLATFORM))
    console.log(await work(deps, process.argv.slice(2)))
  } catch (error) {
    if (![UsageError, StartFailure, ConfigError, AppError].some((kind) => error instanceof kind)) throw error
    console.error((error as Error).message)
    process.exitCode = 1
  } finally {
    await lifecycle.stop()
  }
}
