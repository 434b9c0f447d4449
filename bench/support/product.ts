import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile, rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { claimDataDir } from '../../server/src/embedded/data-dir.ts'
import { makeTempDir } from '../../server/tests/support/services/temp-dir.ts'

const MAIN = fileURLToPath(new URL('../../server/dist/main.js', import.meta.url))
const DEMO = { email: 'demo@harkara.test', password: 'sandbox-harkara-1' }

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
export type Json = any

export interface BenchProduct {
  api: string
  databaseUrl: string
  dataDir: string
  /** Of the demo vendor. */
  token: string
  call(method: string, path: string, body?: unknown, token?: string): Promise<Json>
  /** Registers another vendor through the API and returns its token. */
  newVendor(): Promise<string>
  /** The largest resident memory of any process of the product since the last call, in MB. */
  peakMb(): number
  /** Processor time that the product and its database have used so far. */
  processorMs(): Promise<number>
  stop(): Promise<void>
}

/** The whole product as one process with its own database, as `npm start` runs it. */
export async function startBenchProduct(settings: Record<string, string> = {}): Promise<BenchProduct> {
  const dataDir = await makeTempDir('bench-product')
  const child = spawn(process.execPath, ['--max-semi-space-size=4', MAIN], {
    env: {
      PATH: process.env['PATH'] ?? '',
      MALLOC_ARENA_MAX: '2',
      MALLOC_MMAP_THRESHOLD_: '262144',
      SANDBOX_DEMO_DATA: 'false',
      DATA_DIR: dataDir,
      PORT: '0',
      SANDBOX_PORT: '0',
      ACCESS_TOKEN_TTL_SECONDS: '86400',
      APPROVAL_THRESHOLD_INR_PAISE: '100000000000',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { url, sandboxUrl } = await greetingOf(child)
  const databaseUrl = await databaseOn(dataDir)
  const watch = watchMemory(child.pid as number)
  const api = `${url}/api/v1`
  const call = async (method: string, path: string, body?: unknown, token = product.token): Promise<Json> => {
    const response = await fetch(api + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }
  const product: BenchProduct = {
    api,
    databaseUrl,
    dataDir,
    token: '',
    call,
    async newVendor() {
      const account = { email: `bench-${randomUUID()}@harkara.test`, password: randomUUID() }
      await call('POST', '/auth/register', account)
      await call('POST', '/auth/send-otp', { email: account.email })
      const otp = await codeFor(sandboxUrl, account.email)
      return (await call('POST', '/auth/verify-otp', { email: account.email, otp })).accessToken
    },
    peakMb: watch.peakMb,
    processorMs: () => processorMsOf(child.pid as number),
    async stop() {
      watch.stop()
      child.kill('SIGTERM')
      await once(child, 'exit')
      await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 })
    },
  }
  product.token = (await call('POST', '/auth/login', DEMO)).accessToken
  return product
}

function greetingOf(child: ChildProcess): Promise<{ url: string; sandboxUrl: string }> {
  return new Promise((resolve, reject) => {
    let output = ''
    child.stdout?.on('data', (chunk) => {
      output += chunk
      const line = output.match(/^\{.*"event":"started".*\}$/m)?.[0]
      const sandboxUrl = /Sandbox\s+(\S+)/.exec(output)?.[1]
      if (line && sandboxUrl && output.includes('Ctrl-C to stop'))
        resolve({ url: (JSON.parse(line) as { url: string }).url.replace('localhost', '127.0.0.1'), sandboxUrl })
    })
    child.once('exit', () => reject(new Error(`the product did not start:\n${output}`)))
  })
}

/** The product publishes its addresses in its data directory. */
async function databaseOn(dataDir: string): Promise<string> {
  const claim = await claimDataDir(dataDir)
  const { databaseUrl } = claim.kind === 'occupied' ? await claim.published() : {}
  if (!databaseUrl) throw new Error(`nothing runs on ${dataDir}`)
  return databaseUrl
}

async function codeFor(sandboxUrl: string, email: string): Promise<string> {
  for (;;) {
    const mails: Json = await (await fetch(`${sandboxUrl}/control/mail?to=${encodeURIComponent(email)}`)).json()
    const code = /\b\d{6}\b/.exec(mails.messages.at(-1)?.text ?? '')?.[0]
    if (code) return code
    await sleep(100)
  }
}

const SAMPLE_MS = 100

/** Samples the memory of the process and its children as `ps` does, without PostgreSQL. */
function watchMemory(pid: number) {
  let peak = 0
  const look = async () => {
    for (const id of [pid, ...(await childrenOf(pid))]) peak = Math.max(peak, await residentMb(id))
  }
  const timer = setInterval(() => void look().catch(() => {}), SAMPLE_MS)
  return {
    peakMb: () => {
      const seen = peak
      peak = 0
      return seen
    },
    stop: () => clearInterval(timer),
  }
}

async function childrenOf(pid: number): Promise<number[]> {
  const threads = await readdir(`/proc/${pid}/task`)
  const lists = await Promise.all(
    threads.map((tid) => readFile(`/proc/${pid}/task/${tid}/children`, 'utf8').catch(() => '')),
  )
  return lists.join(' ').trim().split(/\s+/).filter(Boolean).map(Number)
}

async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  if (/^Name:\s+postgres$/m.test(status)) return 0 // its shared memory would count for each of its processes
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}

const TICK_MS = 10

/** Of a process and all its descendants that are still running. */
async function processorMsOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The name may contain spaces, so fields are counted from its end.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const own = (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * TICK_MS
  const children = await childrenOf(pid).catch(() => [])
  return own + (await Promise.all(children.map(processorMsOf))).reduce((sum, ms) => sum + ms, 0)
}
