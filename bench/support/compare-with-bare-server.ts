import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { startBenchDatabase } from './database.ts'
import { type Levels, measurePaired, report, type Sample } from './paired.ts'

interface BenchServer {
  url: string
  /** Only from the product, and only in benchmarks that sign in. */
  token?: string
}

interface Comparison {
  name: string
  anchor: string
  levels: Levels
  /** A module that serves `product` or `bare`, as its argument says, and sends its address to its parent process. */
  server: URL
  /** What is sent to each server for the given seconds. */
  requests(server: BenchServer, seconds: number): Omit<autocannon.Options, 'url' | 'duration'>
}

/** Compares a route of the product with a bare Fastify route: two processes on one database, measured in turns. */
export async function compareWithBareServer({ name, anchor, levels, server, requests }: Comparison) {
  const isShort = process.argv.includes('--short')
  const [rounds, seconds] = isShort ? [5, 2] : [11, 5]
  const database = await startBenchDatabase()
  const start = async (kind: 'product' | 'bare') => {
    const env = { ...process.env, DATABASE_URL: database.url, LOG_LEVEL: 'info' }
    const child = fork(fileURLToPath(server), [kind], { env })
    const [message] = (await once(child, 'message')) as [BenchServer]
    return { ...message, stop: () => child.kill() }
  }
  const load = async (to: BenchServer, duration: number): Promise<Sample> => {
    const result = await autocannon({ ...requests(to, duration), url: to.url, duration })
    if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} answers were not 200`)
    return { perSecond: result.requests.average, p99Ms: result.latency.p99 }
  }
  const starting = [start('product'), start('bare')] as const
  try {
    const [product, bare] = await Promise.all(starting)
    for (const one of [product, bare]) await load(one, 4) // until both are compiled and warm
    const measure = (one: BenchServer) => () => load(one, seconds)
    report(name, anchor, levels, await measurePaired(rounds, measure(product), measure(bare)))
  } finally {
    for (const one of await Promise.all(starting)) one.stop()
    await database.stop()
  }
}
