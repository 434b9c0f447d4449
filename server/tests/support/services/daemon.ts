import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { eventually } from '../eventually.ts'

const READY_WITHIN_MS = 15_000

export interface Daemon {
  pid: number
  /** Sends a signal. If the signal ends the process, resolves after its exit. */
  kill(signal: NodeJS.Signals): Promise<void>
}

/** Starts a real service in the foreground and waits until `ready` no longer throws. */
export async function startDaemon(program: string, args: string[], ready: () => Promise<void>): Promise<Daemon> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  child.on('error', (error) => (output += error.message))
  if (child.pid !== undefined) endWithUs(child)
  await eventually(async () => {
    if (hasEnded(child)) return
    await ready()
  }, READY_WITHIN_MS).catch((error) => {
    child.kill('SIGKILL')
    throw new Error(`${program} did not get ready: ${error}\n${output}`)
  })
  if (hasEnded(child) || child.pid === undefined) throw new Error(`${program} did not start:\n${output}`)
  return { pid: child.pid, kill: (signal) => kill(child, signal) }
}

/**
 * Services must not outlive a test run that is killed, when no exit handler runs. A shell reads from a pipe that
 * closes when the run ends, however it ends, and then kills the service.
 */
function endWithUs(child: ChildProcess) {
  const guard = spawn('/bin/sh', ['-c', 'read -r _; kill -9 "$0"', `${child.pid}`], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  guard.on('error', () => {})
  guard.unref()
  child.once('exit', () => guard.kill('SIGKILL'))
}

const hasEnded = (child: ChildProcess) =>
  child.pid === undefined || child.exitCode !== null || child.signalCode !== null

async function kill(child: ChildProcess, signal: NodeJS.Signals) {
  if (hasEnded(child)) return
  const ended = once(child, 'exit')
  child.kill(signal)
  if (signal === 'SIGKILL' || signal === 'SIGTERM' || signal === 'SIGINT') await ended
}
