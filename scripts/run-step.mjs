import { spawn } from 'node:child_process'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** A step of the preparation failed; the message is all that the person who starts needs to read. */
export class PrepareFailure extends Error {}

/**
 * Runs a program to its end. It gets a process group of its own, so that a signal to us ends it together with whatever
 * it has started, and then us. Its output goes to stderr: stdout belongs to the product.
 */
export async function runStep(command, args, { cwd, env = process.env, onSpawn, onFailure }) {
  const child = spawn(command, args, { cwd, env, detached: true, stdio: ['ignore', 2, 2] })
  if (child.pid) onSpawn(child.pid)
  let signalled
  const forward = (signal) => {
    signalled = signal
    process.kill(-child.pid, signal)
  }
  for (const signal of SIGNALS) process.on(signal, forward)
  const outcome = await new Promise((resolve) => {
    child.on('error', (error) => resolve(error.message))
    child.on('exit', (code, signal) => resolve(code ?? signal))
  })
  for (const signal of SIGNALS) process.off(signal, forward)
  if (signalled) await dieOf(signalled)
  if (outcome !== 0) throw new PrepareFailure(`${onFailure} (${outcome})`)
}

/** Without a handler the signal ends the process; the caller must not go on in the moment before. */
function dieOf(signal) {
  process.kill(process.pid, signal)
  return new Promise((resolve) => setTimeout(resolve, 1_000))
}
