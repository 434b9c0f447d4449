import { ConfigError, readConfig } from './config.ts'
import { SHUTDOWN_TIMEOUT_MS } from './limits.ts'
import { ListenError, type RunningSandbox, startSandbox } from './start.ts'

/**
 * Runs either as a child process of the product, reporting its URLs over the IPC channel, or standalone in a terminal.
 * A child ignores SIGINT, which its parent handles, and exits when the IPC channel closes.
 */
const parent = process.send?.bind(process)

try {
  const sandbox = await startSandbox(readConfig())
  const stop = stopOnSignal(sandbox)
  const { url, smtpUrl } = sandbox
  if (parent && !process.connected) stop()
  else if (parent) parent({ ready: true, url, smtpUrl })
  else process.stdout.write(`Harkara sandbox: ${url} (SMTP: ${smtpUrl})\n`)
} catch (error) {
  if (!(error instanceof ConfigError) && !(error instanceof ListenError)) throw error
  process.exitCode = 1
  if (parent && process.connected) parent({ ready: false, problem: error.message }, () => process.disconnect())
  else process.stderr.write(`${error.message}\n`)
}

function stopOnSignal(sandbox: RunningSandbox) {
  const stop = () => {
    // Closing takes milliseconds; a connection that stays open must not keep the process alive.
    setTimeout(() => process.exit(0), SHUTDOWN_TIMEOUT_MS).unref()
    sandbox.close().finally(() => process.exit(0))
  }
  process.once('SIGTERM', stop)
  process.once('disconnect', stop)
  if (parent) process.on('SIGINT', () => {})
  else process.once('SIGINT', stop)
  return stop
}
