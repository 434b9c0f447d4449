import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { atEnd } from '../cleanup.ts'
import { eventually } from '../eventually.ts'
import { newTempDir } from '../services/temp-dir.ts'
import { COMPILE_CACHE, programs } from './programs.ts'

const START_WITHIN_MS = 90_000
/** Since Node.js 22 the second process and all later ones need not compile the program again. */
const COMPILED = { NODE_COMPILE_CACHE: COMPILE_CACHE }
/** Work of killed processes is repeated soon, and idle processes poll a few times a second. */
const SOON = { QUEUE_LEASE_SECONDS: '3', IDLE_POLL_MS: '250' }
/** Accepts published secrets beside outside services. */
const DEVELOPMENT = { NODE_ENV: 'development' }

export interface ProductProcess {
  child: ChildProcess
  url: string
  sandboxUrl: string
  output(): string
  /** Sends the signal and waits for the exit. Returns the exit code or the signal's name. */
  end(signal: NodeJS.Signals): Promise<number | string>
}

/** Which program to start, and whether it leads a process group as in a terminal. */
interface ProcessOptions {
  program?: string
  isGroupLeader?: boolean
}

/** Starts the product as a process that is configured by its environment alone. */
export function spawnProduct(
  env: Record<string, string>,
  { program = programs.server, isGroupLeader = false }: ProcessOptions = {},
): ChildProcess & { output(): string } {
  const child = spawn(process.execPath, [program], {
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '',
      ...COMPILED,
      ...SOON,
      ...DEVELOPMENT,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: isGroupLeader,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  atEnd(() => endGently(child))
  const killAtExit = () => child.kill('SIGKILL')
  process.once('exit', killAtExit)
  child.once('exit', () => process.off('exit', killAtExit))
  return Object.assign(child, { output: () => output })
}

/** Stops processes that a test left running, with their children. Test files share a process, which continues. */
async function endGently(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

const WITHOUT_DEMO = { SANDBOX_DEMO_DATA: 'false', SANDBOX_DEMO_MONTH: 'false' }

/** If all of these are set, the product starts no sandbox. */
const OUTSIDE = ['PROVIDER_BASE_URL', 'GATEWAY_BASE_URL', 'SMTP_URL', 'RATES_URL']

/** Settings of a process that uses no outside service but mail. Without a sandbox it starts in half the time. */
export const nobodyOutside = ({ mailbox }: { mailbox: { url: string } }) => ({
  PROVIDER_BASE_URL: NOWHERE,
  GATEWAY_BASE_URL: NOWHERE,
  RATES_URL: NOWHERE,
  SMTP_URL: mailbox.url,
})
const NOWHERE = 'http://127.0.0.1:1'

/** With `isGroupLeader`, `end` signals the product and everything in its process group. */
export async function startProcess(env: Record<string, string>, options: ProcessOptions = {}): Promise<ProductProcess> {
  const { isGroupLeader = false } = options
  const child = spawnProduct({ ...WITHOUT_DEMO, PORT: '0', SANDBOX_PORT: '0', ...env }, options)
  const hasRealWorld = OUTSIDE.every((name) => env[name])
  const started = await eventually(() => {
    if (child.exitCode !== null) return undefined
    const line = child.output().match(/^\{.*"event":"started".*\}$/m)?.[0]
    // The log and, in sandbox mode, the printed addresses arrive separately.
    if (!line || !(hasRealWorld || child.output().includes('Ctrl-C to stop')))
      throw new Error(`no start:\n${child.output()}`)
    return JSON.parse(line) as { url: string }
  }, START_WITHIN_MS)
  if (!started) throw new Error(`the product ended while it started:\n${child.output()}`)
  return {
    child,
    url: started.url.replace('localhost', '127.0.0.1'),
    sandboxUrl: /Sandbox\s+(\S+)/.exec(child.output())?.[1] ?? '',
    output: child.output,
    async end(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode ?? String(child.signalCode)
      const ended = once(child, 'exit')
      if (isGroupLeader) process.kill(-Number(child.pid), signal)
      else child.kill(signal)
      const [code, killedBy] = await ended
      return code ?? killedBy
    },
  }
}

export const newDataDir = () => newTempDir('flow')

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
export type Json = any

export async function request(url: string, method = 'GET', body?: unknown, token?: string) {
  const response = await fetch(url, {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: (text.startsWith('{') ? JSON.parse(text) : text) as Json }
}

/** The newest mail to an address in the sandbox's inbox. */
export const mailTo = (sandboxUrl: string, address: string) =>
  eventually(async () => {
    const { body } = await request(`${sandboxUrl}/control/mail?to=${encodeURIComponent(address)}`)
    const mail = body.messages?.at(-1)
    if (!mail) throw new Error(`no mail to ${address} yet`)
    return mail as { subject: string; text: string; html: string }
  }, 20_000)
