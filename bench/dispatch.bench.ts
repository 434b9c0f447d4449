import { setTimeout as sleep } from 'node:timers/promises'
import { Queue, Worker } from 'bullmq'
import { Redis } from 'ioredis'
import { Agent, request } from 'undici'
import { messageRelay } from '../server/src/features/dispatch/relay.ts'
import { messageWorker } from '../server/src/features/dispatch/worker.ts'
import type { Deps } from '../server/src/platform/deps.ts'
import { startRedis } from '../server/tests/support/services/redis.ts'
import { findProgram } from '../server/tests/support/services/require-program.ts'
import { type DispatchSetup, startDispatchSetup } from './support/dispatch-setup.ts'
import { measurePaired, report, reportTimes, type Sample } from './support/paired.ts'
import { percentile99 } from './support/pgbench.ts'

/**
 * Two measurements of sending.
 *
 * Throughput from the message log through relay, queue and worker to a real POST and back into the log, without a rate
 * limit. Ten vendors, because the relay takes at most 50 messages of one vendor and 500 in total. Anchors: BullMQ with
 * jobs that do nothing, and a bare HTTP client that posts the same bodies to the same server.
 *
 * Fairness: how long a small vendor waits from launch to the provider's call while another vendor's campaign of
 * 100,000 messages runs. Anchor: the same vendor alone.
 */
const isShort = process.argv.includes('--short')
const ROUNDS = isShort ? 5 : 7
const SECONDS = isShort ? 2 : 5
const VENDORS = 10
const CAMPAIGN = isShort ? 9_000 : 30_000
const CONCURRENCY = 50
const LARGE = isShort ? 20_000 : 100_000
const SMALL_LAUNCHES = isShort ? 15 : 40
const SMALL_RECIPIENTS = 5

async function besideQueueAndClient() {
  const redis = await startRedis()
  const setup = await startDispatchSetup({ REDIS_URL: redis.url, DISPATCH_RATE_PER_SECOND: '10000' })
  try {
    for (let n = 0; n < VENDORS; n++) await setup.campaign(await setup.newVendor(), CAMPAIGN)
    await setup.query('vacuum analyze')
    const ours = () => dispatched(setup, SECONDS)
    await ours() // until everything is compiled and warm
    const noop = await measurePaired(ROUNDS, ours, () => noOpJobs(redis.url, SECONDS))
    report('dispatch, limit lifted', 'BullMQ, no-op jobs on Redis', { floor: 0.25, target: 0.5, goal: 0.8 }, noop)
    const client = await measurePaired(ROUNDS, ours, () => barePosts(setup.providerUrl, SECONDS))
    report('dispatch, limit lifted', 'undici alone, same stand-in', { floor: 0.15, target: 0.3, goal: 0.5 }, client)
  } finally {
    await setup.stop()
    await redis.stop()
  }
}

/** Messages sent within the given seconds. */
async function dispatched({ deps, query }: DispatchSetup, seconds: number): Promise<Sample> {
  const took: number[] = []
  const running = [await messageWorker(timing(deps, took)), await messageRelay(deps)]
  const before = await sentSoFar(query)
  const start = performance.now()
  await sleep(seconds * 1_000)
  const sent = (await sentSoFar(query)) - before
  const elapsed = (performance.now() - start) / 1_000
  for (const part of running.reverse()) await part.stop()
  if (sent === 0) throw new Error('the campaign is over: make it larger')
  return { perSecond: sent / elapsed, p99Ms: percentile99(took) }
}

const sentSoFar = async (query: DispatchSetup['query']) =>
  Number((await query("select count(*) as n from message where status <> 'QUEUED'")).rows[0]?.n ?? 0)

const timing = (deps: Deps, took: number[]): Deps => ({
  ...deps,
  provider: {
    ...deps.provider,
    async send(message) {
      const before = performance.now()
      const outcome = await deps.provider.send(message)
      took.push(performance.now() - before)
      return outcome
    },
  },
})

async function noOpJobs(url: string, seconds: number): Promise<Sample> {
  const connection = () => new Redis(url, { maxRetriesPerRequest: null })
  const [adding, working] = [connection(), connection()]
  const queue = new Queue('no-op', { connection: adding })
  let done = 0
  const worker = new Worker('no-op', async () => void done++, { connection: working, concurrency: CONCURRENCY })
  await worker.waitUntilReady()
  const start = performance.now()
  const end = start + seconds * 1_000
  for (let added = 0; performance.now() < end; ) {
    if (added - done > 2_000) {
      await sleep(1)
      continue
    }
    const opts = { removeOnComplete: true }
    await queue.addBulk(Array.from({ length: 500 }, (_, n) => ({ name: 'no-op', data: { n }, opts })))
    added += 500
  }
  const sample = { perSecond: done / ((performance.now() - start) / 1_000), p99Ms: 0 }
  await worker.close()
  await queue.obliterate({ force: true })
  await queue.close()
  adding.disconnect()
  working.disconnect()
  return sample
}

async function barePosts(url: string, seconds: number): Promise<Sample> {
  const dispatcher = new Agent({ connections: 128 })
  const body = JSON.stringify({
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    to: '+919876543210',
    biz_opaque_callback_data: '00000000-0000-7000-8000-000000000001',
    type: 'template',
    template: {
      name: 'h1_bench',
      language: { code: 'en_US' },
      components: [{ type: 'body', parameters: [{ type: 'text', text: 'Name 1' }] }],
    },
  })
  const headers = { authorization: 'Bearer t', 'content-type': 'application/json' }
  const took: number[] = []
  const start = performance.now()
  const end = start + seconds * 1_000
  const post = async () => {
    for (let before = performance.now(); before < end; ) {
      const answer = await request(`${url}/v18.0/1/messages`, { method: 'POST', body, headers, dispatcher })
      JSON.parse(await answer.body.text())
      const after = performance.now()
      took.push(after - before)
      before = after
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, post))
  const sample = { perSecond: took.length / ((performance.now() - start) / 1_000), p99Ms: percentile99(took) }
  await dispatcher.close()
  return sample
}

async function smallBesideLarge() {
  const setup = await startDispatchSetup({ DISPATCH_RATE_PER_SECOND: '50' })
  const calledAt = new Map<string, number>()
  const deps: Deps = {
    ...setup.deps,
    provider: {
      ...setup.deps.provider,
      send(message) {
        calledAt.set(message.reference, performance.now())
        return setup.deps.provider.send(message)
      },
    },
  }
  const running = [await messageWorker(deps), await messageRelay(deps)]
  try {
    const small = await setup.newVendor()
    const waits = async () => {
      const took: number[] = []
      for (let launch = 0; launch < SMALL_LAUNCHES; launch++) {
        await sleep(300 + Math.random() * 900)
        const id = await setup.campaign(small, SMALL_RECIPIENTS)
        const start = performance.now()
        took.push(...(await waitsOf(setup, id, calledAt, start)))
      }
      return percentile95(took)
    }
    await waits() // warm
    const alone = await waits()
    await setup.campaign(await setup.newVendor(), LARGE)
    await sleep(5_000)
    const beside = await waits()
    reportTimes(
      'small vendor beside a large one, p95 from launch to call',
      'the same vendor alone',
      { floor: 5, target: 2, goal: 1 },
      [{ ours: beside, anchor: alone }],
    )
  } finally {
    for (const part of running.reverse()) await part.stop()
    await setup.stop()
  }
}

async function waitsOf({ query }: DispatchSetup, campaignId: string, calledAt: Map<string, number>, start: number) {
  const { rows } = await query(`select id from message where campaign_id = '${campaignId}'`)
  const ids = rows.map(({ id }: { id: string }) => id)
  while (!ids.every((id: string) => calledAt.has(id))) await sleep(5)
  return ids.map((id: string) => Math.max(0, (calledAt.get(id) ?? 0) - start))
}

const percentile95 = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.max(0, Math.ceil(values.length * 0.95) - 1)] ?? 0

if (findProgram('redis-server')) await besideQueueAndClient()
else console.log('redis-server is not installed: dispatch cannot be compared with BullMQ on Redis here.')
await smallBesideLarge()
