import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { useSandbox } from './sandbox.ts'

export const GATEWAY_KEYS = { GATEWAY_KEY_ID: 'rzp_test_key', GATEWAY_KEY_SECRET: 'gateway-secret' }
export const WEBHOOK_SECRET = 'webhook-secret'

const AUTHORIZATION = `Basic ${Buffer.from('rzp_test_key:gateway-secret').toString('base64')}`

/** The gateway of a running sandbox as its clients see it. */
export function gatewayOf(box: ReturnType<typeof useSandbox>) {
  const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    box.send(method, `/v1${path}`, body, { authorization: AUTHORIZATION, ...headers })
  const made = async (path: string, body: object) => {
    const answer = await call('POST', path, body)
    if (answer.status !== 200) throw new Error(answer.text)
    return answer.json
  }
  const act = (path: string, body?: object) => box.send('POST', `/control/gateway/${path}`, body)
  return {
    call,
    act,
    order: (change = {}) => made('/orders', { amount: 50_000, currency: 'INR', receipt: 'r-1', ...change }),
    async paid(amount = 50_000) {
      const order = await made('/orders', { amount, currency: 'INR' })
      return (await act(`orders/${order.id}/pay`)).json.paymentId as string
    },
    async subscription(change = {}) {
      const item = { name: 'SMB', amount: 294_882, currency: 'INR' }
      const plan = await made('/plans', { period: 'monthly', interval: 1, item })
      return made('/subscriptions', { plan_id: plan.id, total_count: 12, ...change })
    },
    script: (change: object) => box.send('PUT', '/control/gateway', change),
    truth: async () => (await box.get('/control/gateway')).json,
  }
}

interface Arrival {
  path: string | undefined
  headers: IncomingHttpHeaders
  raw: Buffer
  event: string
  // biome-ignore lint/suspicious/noExplicitAny: bodies of every event
  payload: any
}

/** A product that only listens for webhooks. `answer` says what it replies to the nth one, counted from 1. */
export async function listenForWebhooks(answer: (nth: number) => number = () => 200) {
  const arrivals: Arrival[] = []
  const server = createServer(async (incoming, outgoing) => {
    const raw = Buffer.concat(await incoming.toArray())
    const { event, payload } = JSON.parse(raw.toString('utf8'))
    arrivals.push({ path: incoming.url, headers: incoming.headers, raw, event, payload })
    outgoing.writeHead(answer(arrivals.length)).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, arrivals }
}
