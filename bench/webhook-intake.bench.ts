import { fork } from 'node:child_process'
import { createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { SANDBOX_SECRETS } from '../server/src/platform/config.ts'
import { startBenchDatabase } from './database.ts'
import { measurePaired, report, type Sample } from './paired.ts'

/**
 * Row 9: a webhook of the payment gateway, its signature checked and the event durable before the 200, beside a bare
 * Fastify route that is sent the same bodies. Every event is another one; each server is a process of its own.
 */
const rounds = process.argv.includes('--short') ? 5 : 11
const seconds = process.argv.includes('--short') ? 2 : 5
const CONNECTIONS = 64
/** More than any server takes, so that no event comes twice. */
const EVENTS_PER_SECOND = 20_000

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
    'payment webhook intake, signed and durable',
    'bare Fastify, same body',
    { floor: 0.25, target: 0.4, moonshot: 0.55 },
    paired,
  )
} finally {
  for (const server of await Promise.all(servers)) server.stop()
  await database.stop()
}

interface BenchServer {
  url: string
  stop(): void
}

async function startServer(kind: 'product' | 'bare'): Promise<BenchServer> {
  const child = fork(fileURLToPath(new URL('./webhook-intake.server.ts', import.meta.url)), [kind], {
    env: { ...process.env, DATABASE_URL: database.url, LOG_LEVEL: 'info' },
  })
  const [message] = (await once(child, 'message')) as [{ url: string }]
  return { ...message, stop: () => child.kill() }
}

/** Signing costs the sender as much as checking costs us, so the events are made and signed before the clock runs. */
async function load({ url }: BenchServer, duration: number): Promise<Sample> {
  const events = Array.from({ length: EVENTS_PER_SECOND * duration }, signedEvent)
  let next = 0
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration,
    method: 'POST',
    requests: [
      {
        setupRequest(request) {
          const { body, signature } = events[next++ % events.length] ?? signedEvent()
          request.body = body
          request.headers = { 'content-type': 'application/json', 'x-razorpay-signature': signature }
          return request
        },
      },
    ],
  })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} answers were not 200`)
  return { perSecond: result.requests.average, p99Ms: result.latency.p99 }
}

/** About as long as a real one. Its order is not ours; intake does not look. */
function signedEvent() {
  const entity = {
    id: `pay_${randomUUID()}`,
    entity: 'payment',
    amount: 50_000,
    currency: 'INR',
    status: 'captured',
    order_id: 'order_DESlLckIVRkHWj',
    invoice_id: null,
    method: 'upi',
    amount_refunded: 0,
    refund_status: null,
    captured: true,
    description: 'x'.repeat(300),
    email: 'payer@example.com',
    contact: '+919820012345',
    notes: [],
    acquirer_data: { rrn: '0125836177' },
    created_at: 1_790_000_000,
  }
  const body = JSON.stringify({
    entity: 'event',
    account_id: 'acc_BFQ7uQEaa7j2z7',
    event: 'payment.captured',
    contains: ['payment'],
    payload: { payment: { entity } },
    created_at: 1_790_000_000,
  })
  const signature = createHmac('sha256', SANDBOX_SECRETS.GATEWAY_WEBHOOK_SECRET).update(body).digest('hex')
  return { body, signature }
}
