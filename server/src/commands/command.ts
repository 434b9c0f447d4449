import { compose } from '../compose.ts'
import { PLATFORM } from '../domain/ids.ts'
import { StartFailure } from '../embedded/start-failure.ts'
import { findDatabase, prepareDatabase } from '../infrastructure.ts'
import { type Config, ConfigError, readSettings, resolveConfig } from '../platform/config/config.ts'
import { inTransaction } from '../platform/db/db.ts'
import type { Deps } from '../platform/deps.ts'
import { AppError } from '../platform/errors.ts'
import { Lifecycle } from '../platform/lifecycle.ts'
import { createLog, type Log } from '../platform/log.ts'

/** A command was called incorrectly. The message says how to call it. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** Runs a function once on the product's database, also while the product runs. */
export const runCommand = (work: (deps: Deps, args: string[]) => Promise<string>) =>
  runOnDatabase(async (config, { log, lifecycle }) => {
    await prepareDatabase(config, log)
    const deps = await compose(config, log, lifecycle, () => '')
    await inTransaction(deps.db, (tx) => deps.keyring.create(tx, PLATFORM))
    return work(deps, process.argv.slice(2))
  })

/** Finds the database, prints what `work` returns, and reports expected failures in one line. */
export async function runOnDatabase(
  work: (config: Config, parts: { log: Log; lifecycle: Lifecycle }) => Promise<string>,
) {
  const log = createLog('error')
  const lifecycle = new Lifecycle(log)
  try {
    const settings = readSettings()
    const { databaseUrl } = await findDatabase(settings, lifecycle, [], true)
    const nowhere = { url: 'http://127.0.0.1:9', smtpUrl: 'smtp://127.0.0.1:9' }
    const config = resolveConfig(settings, { databaseUrl, sandbox: settings.sandbox ? nowhere : undefined })
    console.log(await work(config, { log, lifecycle }))
  } catch (error) {
    if (![UsageError, StartFailure, ConfigError, AppError].some((kind) => error instanceof kind)) throw error
    console.error((error as Error).message)
    process.exitCode = 1
  } finally {
    await lifecycle.stop()
  }
}
