import { type ChildProcess, fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { type RunningSandbox, SANDBOX_SECRETS, type Settings } from '../platform/config/config.ts'
import { StartFailure } from './start-failure.ts'

interface OwnSandbox extends RunningSandbox {
  stop(): Promise<void>
  /** Resolves when the sandbox ended unexpectedly. */
  lost: Promise<void>
}

/** For a sandbox that hangs. One that ends is detected at once, and a start may take many seconds on a busy machine. */
const START_TIMEOUT_MS = 120_000
const JOIN_TIMEOUT_MS = 1_000

/**
 * Runs the sandbox as a child process that ends with this process, however it ends. It has its own process group,
 * because Ctrl-C would otherwise end it while it is still used.
 */
export async function startSandbox(settings: Settings, main = sandboxMain()): Promise<OwnSandbox> {
  const child = fork(main, {
    env: environment(settings),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: true,
  })
  const ready = await readiness(child)
  if (!ready.ready) {
    child.kill('SIGKILL')
    throw new StartFailure(ready.problem)
  }
  let stopping = false
  const lost = new Promise<void>((resolve) => child.once('exit', () => stopping || resolve()))
  return {
    url: ready.url,
    smtpUrl: ready.smtpUrl,
    lost,
    async stop() {
      stopping = true
      if (child.exitCode !== null || child.signalCode !== null) return
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
    },
  }
}

/** The sandbox at SANDBOX_PORT, if one with the same secret responds there. Processes of several roles share it. */
export async function joinSandbox(settings: Settings): Promise<RunningSandbox | undefined> {
  const url = `http://127.0.0.1:${settings.SANDBOX_PORT}`
  try {
    const response = await fetch(`${url}/control/info`, { signal: AbortSignal.timeout(JOIN_TIMEOUT_MS) })
    const info = Info.parse(await response.json())
    return info.secretHint === secretHint(settings.SANDBOX_SECRET) ? { url, smtpUrl: info.smtpUrl } : undefined
  } catch {
    return undefined
  }
}

const Info = z.object({ name: z.literal('harkara-sandbox'), smtpUrl: z.string(), secretHint: z.string() })
const Readiness = z.discriminatedUnion('ready', [
  z.object({ ready: z.literal(true), url: z.string(), smtpUrl: z.string() }),
  z.object({ ready: z.literal(false), problem: z.string() }),
])

const secretHint = (secret: string) => createHash('sha256').update(secret).digest('hex').slice(0, 12)

/** The sandbox's program: the build if this process runs the build, otherwise the source. */
const sandboxMain = () =>
  fileURLToPath(
    new URL(
      import.meta.url.endsWith('.ts') ? '../../../sandbox/src/main.ts' : '../../../sandbox/dist/main.js',
      import.meta.url,
    ),
  )

/** The sandbox gets the secrets that both sides share and nothing else of our environment. */
function environment(settings: Settings): Record<string, string> {
  const shared = (Object.keys(SANDBOX_SECRETS) as (keyof typeof SANDBOX_SECRETS)[])
    .filter((name) => /^(PROVIDER|GATEWAY|SANDBOX)_/.test(name))
    .map((name) => [name, String(settings[name])] as const)
  return {
    ...Object.fromEntries(shared),
    SANDBOX_PORT: String(settings.SANDBOX_PORT),
    SANDBOX_SMTP_PORT: String(settings.SANDBOX_SMTP_PORT),
  }
}

async function readiness(child: ChildProcess) {
  const signal = AbortSignal.timeout(START_TIMEOUT_MS)
  const ended = new AbortController()
  try {
    const [message] = await Promise.race([
      once(child, 'message', { signal: AbortSignal.any([signal, ended.signal]) }),
      once(child, 'exit', { signal: AbortSignal.any([signal, ended.signal]) }).then(() => [{}]),
    ])
    const parsed = Readiness.safeParse(message)
    return parsed.success ? parsed.data : { ready: false as const, problem: 'The sandbox exited while starting.' }
  } catch {
    return { ready: false as const, problem: 'The sandbox did not start in time.' }
  } finally {
    ended.abort()
  }
}
