import { StartFailure } from './embedded/start-failure.ts'
import { DEMO_EMAIL, OPERATOR_EMAIL, SANDBOX_PASSWORD, SECOND_OPERATOR_EMAIL } from './features/sandbox/seed.ts'
import { ConfigError, readSettings, type Settings } from './platform/config/config.ts'
import { Lifecycle } from './platform/lifecycle.ts'
import { createLog, type Log } from './platform/log.ts'
import { type Started, start } from './start.ts'

/** The process exits within ten seconds of a stop request. */
const STOP_DEADLINE_MS = 9_500

await main()

async function main() {
  const settings = settingsOrExplain()
  if (!settings) return
  const stop = { requested: false }
  const log = createLog(settings.LOG_LEVEL, undefined, () => stop.requested)
  const lifecycle = new Lifecycle(log)
  stopOnSignal(stop, lifecycle, log)
  logUnhandledErrors(log)
  try {
    const started = await start(settings, log, lifecycle)
    log.info({ event: 'started', roles: started.config.roles, url: started.url })
    if (settings.sandbox) console.log(banner(started))
    started.demoMonth?.begin()
    // A signal to all processes ends those parts too, and then their loss is no failure.
    void started.lost.then((reason) => (stop.requested ? undefined : exitWithError(lifecycle, reason)))
  } catch (error) {
    if (stop.requested) return
    if (!(error instanceof StartFailure)) log.fatal({ event: 'start.failed', err: error })
    await exitWithError(lifecycle, error instanceof Error ? error.message : String(error))
  }
}

function settingsOrExplain(): Settings | undefined {
  try {
    return readSettings()
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    console.error(error.message)
    process.exitCode = 1
    return undefined
  }
}

/** Prints one line with the reason, stops everything and exits with 1. */
async function exitWithError(lifecycle: Lifecycle, reason: string) {
  console.error(reason)
  process.exitCode = 1
  await lifecycle.stop()
  process.exit()
}

function stopOnSignal(stop: { requested: boolean }, lifecycle: Lifecycle, log: Log) {
  const onSignal = (signal: string) => {
    if (stop.requested) return
    stop.requested = true
    log.info({ event: 'stopping', signal })
    setTimeout(() => process.exit(1), STOP_DEADLINE_MS).unref()
    void lifecycle.stop().then(() => process.exit(0))
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
  process.on('SIGHUP', onSignal)
}

/** The last resort: an unhandled rejection must not end the work of other requests. */
function logUnhandledErrors(log: Log) {
  process.on('unhandledRejection', (err) => log.error({ event: 'process.unhandled_rejection', err }))
  process.on('uncaughtException', (err) => log.fatal({ event: 'process.uncaught_exception', err }))
}

function banner({ config, url, demoMonth }: Started): string {
  const month = demoMonth
    ? `               ${demoMonth.email}      vendor with a month of sample data (ready after a few seconds)\n`
    : ''
  const secondOperator = config.SANDBOX_DEMO_DATA
    ? `               ${SECOND_OPERATOR_EMAIL}  second operator, who approves large amounts\n`
    : ''
  return `
  Harkara is running${config.SERVICE_TYPE ? ` as ${config.SERVICE_TYPE}` : ''} (sandbox mode)

    Product    ${url}
    API docs   ${url}/docs
    Sandbox    ${config.sandboxUrl ?? 'none'}   (email inbox, clock, simulated messaging provider and payment gateway)

    Sign in    ${DEMO_EMAIL}       administrator of a vendor
${month}               ${OPERATOR_EMAIL}   platform operator
${secondOperator}               password for all accounts: ${SANDBOX_PASSWORD}

  Press Ctrl-C to stop. Data is stored in ${config.dataDir}
`
}
