import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { startBenchDatabase } from './database.ts'
import { measurePaired, report, type Sample } from './paired.ts'

/**
 * Row 10: an authenticated GET with one query, through everything a route passes (guard, throttle, metrics, strict
 * schemas), beside a bare Fastify route with the same query and no sign-in. Each server is a process of its own.
 */
const rounds = process.argv.includes('--short') ? 5 : 11
const seconds = process.argv.includes('--short') ? 2 : 5
const CONNECTIONS = 32

const database = await startBenchDatabase()
const servers = [startServer('product'), startServer('bare')]
try {
  const [product, bare] = await Promise.all(servers)
  if (!product || !bare) throw new Error('both servers are needed')
  for (const server of [product, bare]) await load(server, 4) // until both are compiled and warm
  const paired = await measurePaired(
    rounds,
    () => load(product, seconds),
    () => load(bare, seconds),
  )
  report(
    'authenticated GET with one query',
    'bare Fastify, same query, no auth',
    { floor: 0.7, target: 0.85, moonshot: 0.9 },
    paired,
  )
} finally {
  for (const server of await Promise.all(servers)) server.stop()
  await database.stop()
}

interface BenchServer {
  url: string
  token: string
  stop(): void
}

async function startServer(kind: 'product' | 'bare'): Promise<BenchServer> {
  const child = fork(fileURLToPath(new URL('./authenticated-get.server.ts', import.meta.url)), [kind], {
    env: { ...process.env, DATABASE_URL: database.url, LOG_LEVEL: 'info' },
  })
  const [message] = (await once(child, 'message')) as [{ url: string; token: string }]
  return { ...message, stop: () => child.kill() }
}

async function load({ url, token }: BenchServer, duration: number): Promise<Sample> {
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration,
    headers: token ? { authorization: `Bearer ${token}` } : {},
  })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} answers were not 200`)
  return { perSecond: result.requests.average, p99Ms: result.latency.p99 }
}
