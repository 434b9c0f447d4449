import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { eventually } from './eventually.ts'

const READY_WITHIN_MS = 15_000

export interface Daemon {
  pid: number
  /** Sends a signal; after one that ends the process, resolves once it is gone. */
  kill(signal: NodeJS.Signals): Promise<void>
}

/** Starts a real service in the foreground and waits until `ready` stops throwing. */
export async function startDaemon(program: string, args: string[], ready: () => Promise<void>): Promise<Daemon> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  child.on('error', (error) => (output += error.message))
  // A test run that dies must not leave services behind.
  const killAtExit = () => child.kill('SIGKILL')
  process.once('exit', killAtExit)
  child.once('exit', () => process.off('exit', killAtExit))
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

const hasEnded = (child: ChildProcess) =>
  child.pid === undefined || child.exitCode !== null || child.signalCode !== null

async function kill(child: ChildProcess, signal: NodeJS.Signals) {
  if (hasEnded(child)) return
  const ended = once(child, 'exit')
  child.kill(signal)
  if (signal === 'SIGKILL' || signal === 'SIGTERM' || signal === 'SIGINT') await ended
}
