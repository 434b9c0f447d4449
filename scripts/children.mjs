import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { ROOT } from './prepare.mjs'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']
const STOP_WAIT_MS = 20_000

const living = new Set()
let asked

/** The signal that asked us to stop, if one has. */
export const stopSignal = () => asked

/** From here on a signal goes to the children, and we end when they have. */
export function stopWithChildren() {
  for (const signal of SIGNALS) process.on(signal, () => stop(signal))
}

/** As the shell counts it: 128 and the number of the signal. */
export const exitCodeFor = (signal) => 128 + constants.signals[signal]

/**
 * Runs a Node program to its end, from the root of the checkout unless told otherwise: its exit code, what it wrote to
 * pipes, and the last message it sent. It gets a process group of its own, so that it is asked to stop once, by us, and
 * so that nothing of the group stays behind.
 */
export async function runNode(args, { cwd = ROOT, env = {}, stdio = 'inherit', onMessage = () => {} } = {}) {
  if (asked) return { code: 1, output: '' }
  const child = spawn(process.execPath, args, { cwd, env: { ...process.env, ...env }, stdio, detached: true })
  living.add(child)
  let output = ''
  let message
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  child.on('message', (content) => {
    message = content
    onMessage(content)
  })
  const code = await new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (exitCode) => resolve(exitCode ?? 1))
  })
  living.delete(child)
  if (asked) signalGroup(child, 'SIGKILL')
  return { code, output, message }
}

function stop(signal) {
  if (asked) return
  asked = signal
  for (const child of living) {
    if (child.connected) child.send('stop')
    else child.kill(signal)
  }
  setTimeout(() => {
    for (const child of living) signalGroup(child, 'SIGKILL')
  }, STOP_WAIT_MS).unref()
}

function signalGroup(child, signal) {
  try {
    process.kill(-child.pid, signal)
  } catch (error) {
    if (error.code !== 'ESRCH') throw error
  }
}
