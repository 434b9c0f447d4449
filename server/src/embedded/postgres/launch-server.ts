import { type ChildProcess, spawn } from 'node:child_process'
import { open, readFile, rename, stat } from 'node:fs/promises'
import { type RunUser, spawnOptions } from '../process/run-program.ts'
import { waitUntil } from '../process/wait-until.ts'
import { StartFailure } from '../start-failure.ts'
import { endServer } from './end-server.ts'
import { failureCause } from './failure-cause.ts'
import { readPostmasterFile } from './postmaster-file.ts'

interface Launch {
  postgres: string
  cluster: string
  settings: Record<string, string>
  user: RunUser | undefined
  logFile: string
  signal: AbortSignal | undefined
}

/** Crash recovery replays the write-ahead log since the last checkpoint, which may take minutes on a slow disk. */
const READY_WAIT_MS = 180_000
const LOG_BYTES_MAX = 10 * 1024 * 1024

/** Another process took the port after we found it free. */
export class PortTaken extends Error {
  override name = 'PortTaken'
}

/** Starts the server and returns when it accepts connections. If anything fails, no process is left running. */
export async function launchServer(launch: Launch): Promise<ChildProcess> {
  const { log, offset } = await openLog(launch.logFile)
  const settings = Object.entries(launch.settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(launch.postgres, ['-D', launch.cluster, ...settings], {
    ...spawnOptions(launch.user),
    stdio: ['ignore', log.fd, log.fd],
  })
  let spawnError: Error | undefined
  child.on('error', (error) => (spawnError = error))
  await log.close()
  try {
    const isDecided = async () => spawnError !== undefined || isGone(child) || (await isReady(child, launch.cluster))
    const inTime = await waitUntil(isDecided, READY_WAIT_MS, { everyMs: 10, signal: launch.signal })
    if (inTime && !spawnError && !isGone(child)) return child
    const output = spawnError?.message ?? (await logSince(launch.logFile, offset))
    if (output.includes('Address already in use')) throw new PortTaken()
    const reason = failureCause(output)
    throw new StartFailure(`PostgreSQL did not start (${reason}): see ${launch.logFile} for the cause.`)
  } catch (error) {
    await stopServer(child)
    throw error
  }
}

export async function stopServer(child: ChildProcess): Promise<void> {
  if (child.pid !== undefined) await endServer(child.pid, () => isGone(child))
}

const isGone = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

async function isReady(child: ChildProcess, cluster: string): Promise<boolean> {
  const file = await readPostmasterFile(cluster)
  return file?.pid === child.pid && file?.isReady === true
}

async function openLog(path: string) {
  const size = (await stat(path).catch(() => undefined))?.size ?? 0
  if (size > LOG_BYTES_MAX) await rename(path, `${path}.1`)
  const log = await open(path, 'a', 0o600)
  return { log, offset: size > LOG_BYTES_MAX ? 0 : size }
}

async function logSince(path: string, offset: number): Promise<string> {
  return (await readFile(path)).subarray(offset).toString('utf8')
}
