import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { GatewayRefused, GatewayUnavailable, type PaymentGateway } from '../../ports/payment-gateway.ts'
import { razorpayGateway } from './razorpay.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

const KEYS = { keyId: 'rzp_test_hostile', keySecret: 'never-to-be-seen' }
const undo: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of undo.splice(0).reverse()) await close()
})

/** A gateway with arbitrary responses. */
async function against(handler: Handler, timeoutMs = 10_000) {
  const server = createServer(handler)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const gateway = razorpayGateway({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    timeoutMs,
    ...KEYS,
  })
  undo.push(async () => {
    server.closeAllConnections()
    server.close()
  }, gateway.close)
  return gateway
}

const answering =
  (status: number, body: string, headers: Record<string, string> = {}): Handler =>
  (_request, response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)

const order = (gateway: PaymentGateway) =>
  gateway.createOrder({ amountMinorUnit: 50_000n, currency: 'INR', receipt: 'r', notes: { vendorId: 'v1' } })
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

const refusal = (error: object) => JSON.stringify({ error })
const NO = refusal({ code: 'BAD_REQUEST_ERROR', description: 'No.', source: 'NA', metadata: {} })

test.each([
  [500, NO],
  [502, '<html>Bad gateway</html>'],
  [503, ''],
  [504, '{}'],
  [429, refusal({ code: 'BAD_REQUEST_ERROR', description: 'Too many requests' })],
  [408, NO],
  [409, NO],
  [400, '<html>a proxy</html>'],
  [404, '{"error":"not ours"}'],
  [400, '{"error":{"code":5}}'],
  [401, refusal({ code: 'BAD_REQUEST_ERROR', description: 'Authentication failed' })],
  [400, refusal({ code: 'BAD_REQUEST_ERROR', description: 'Authentication failed' })],
  [301, ''],
  [204, ''],
  [200, ''],
  [200, 'null'],
  [200, '[]'],
  [200, '{"id":"order_1"'],
  [200, '{"id":7,"status":"created"}'],
  [200, '{"id":"order_1","status":"surprising"}'],
  [200, NO],
])('status %d with %j leaves the outcome unknown', async (status, body) => {
  const gateway = await against(answering(status, body, status === 301 ? { location: 'http://127.0.0.1:1/' } : {}))
  expect(await failureOf(order(gateway))).toBeInstanceOf(GatewayUnavailable)
})

test.each([400, 404, 422])('status %d with a body of the gateway is its no, with its words', async (status) => {
  const error = await failureOf(order(await against(answering(status, NO))))
  expect(error).toBeInstanceOf(GatewayRefused)
  expect(error).toMatchObject({ code: 'BAD_REQUEST_ERROR', message: 'No.' })
})

test('unknown fields in a response are ignored', async () => {
  const gateway = await against(answering(200, '{"id":"order_1","status":"created","notes":[],"new":{"x":1}}'))
  expect(await order(gateway)).toEqual({ gatewayOrderId: 'order_1', status: 'created' })
})

test.each<[string, Handler]>([
  ['a connection that is closed immediately', (request) => request.socket.destroy()],
  [
    'a connection that is closed during the response',
    (request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{"id":', () => request.socket.destroy())
    },
  ],
  ['something that is not HTTP', (request) => request.socket.end('SSH-2.0-OpenSSH\r\n\r\n')],
])('%s is an outage', async (_what, handler) => {
  expect(await failureOf(order(await against(handler)))).toBeInstanceOf(GatewayUnavailable)
})

test('an endless response is aborted after about a megabyte', async () => {
  let written = 0
  const gateway = await against((_request, response) => endless(response.writeHead(200), (bytes) => (written += bytes)))
  expect(await failureOf(order(gateway))).toBeInstanceOf(GatewayUnavailable)
  expect(written).toBeLessThan(50_000_000)
})

test.each<[string, Handler]>([
  ['does not respond', () => {}],
  [
    'stops during the response',
    (_request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{"id":')
    },
  ],
  ['drips', (_request, response) => drip(response.writeHead(200))],
])('a gateway that %s times out', async (_what, handler) => {
  expect(await failureOf(order(await against(handler, 300)))).toBeInstanceOf(GatewayUnavailable)
})

test('a refused connection is an outage, and a gateway that comes back is reached', async () => {
  let isDown = true
  const gateway = await against((request, response) => {
    if (isDown) request.socket.destroy()
    else answering(200, '{"id":"order_1","status":"created"}')(request, response)
  })
  expect(await failureOf(order(gateway))).toBeInstanceOf(GatewayUnavailable)
  isDown = false
  expect(await order(gateway)).toMatchObject({ gatewayOrderId: 'order_1' })
  const nobody = razorpayGateway({ baseUrl: 'http://127.0.0.1:1', ...KEYS })
  undo.push(nobody.close)
  expect(await failureOf(order(nobody))).toBeInstanceOf(GatewayUnavailable)
})

test('requests have the exact URL, keys, idempotency header and integer amounts', async () => {
  const seen: { line: string; headers: IncomingMessage['headers']; body: string }[] = []
  const gateway = await against(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString('utf8')
    seen.push({ line: `${request.method} ${request.url}`, headers: request.headers, body })
    answering(200, '{"id":"rfnd_1","amount":12345678901,"status":"pending"}')(request, response)
  })
  const answer = await gateway.refund({
    gatewayPaymentId: 'pay_/../x',
    amountMinorUnit: 12_345_678_901n,
    idempotencyKey: '0197c1f2-9d0c-7a3e-8000-4b1d2f9a7c11',
    notes: {},
  })
  expect(answer).toEqual({ gatewayRefundId: 'rfnd_1', amountMinorUnit: 12_345_678_901n, status: 'pending' })
  expect(seen).toMatchObject([
    {
      line: 'POST /v1/payments/pay_%2F..%2Fx/refund',
      headers: {
        authorization: `Basic ${Buffer.from('rzp_test_hostile:never-to-be-seen').toString('base64')}`,
        'x-refund-idempotency': '0197c1f2-9d0c-7a3e-8000-4b1d2f9a7c11',
      },
      body: '{"amount":12345678901,"speed":"normal","notes":{}}',
    },
  ])
})

test('a call is made once: retries are left to the caller', async () => {
  let calls = 0
  const gateway = await against((request) => {
    calls++
    request.socket.destroy()
  })
  await failureOf(order(gateway))
  expect(calls).toBe(1)
})

test('every response is a result, a rejection or an outage, and no error contains the keys', async () => {
  let reply: [number, string] = [200, '']
  const gateway = await against((request, response) => answering(...reply)(request, response))
  const status = fc.constantFrom(200, 201, 400, 401, 404, 409, 422, 429, 500, 503)
  const body = fc.oneof(
    fc.json(),
    fc.string({ unit: 'binary' }),
    fc
      .record({ error: fc.record({ code: fc.string(), description: fc.string() }) })
      .map((value) => JSON.stringify(value)),
    fc.record({ items: fc.array(fc.jsonValue()) }).map((value) => JSON.stringify(value)),
  )
  await fc.assert(
    fc.asyncProperty(status, body, async (code, text) => {
      reply = [code, text]
      const error = await failureOf(gateway.paymentsOf('order_1'))
      if (error === undefined) return
      expect(error instanceof GatewayRefused || error instanceof GatewayUnavailable).toBe(true)
      expect(`${(error as Error).stack} ${(error as Error).cause}`).not.toContain(KEYS.keySecret)
    }),
    { numRuns: 200 },
  )
})

function endless(response: ServerResponse, onWritten: (bytes: number) => void) {
  const chunk = 'x'.repeat(64_000)
  const more = () => {
    let isRoomLeft = true
    while (isRoomLeft && !response.destroyed) {
      isRoomLeft = response.write(chunk)
      onWritten(chunk.length)
    }
    if (!response.destroyed) response.once('drain', more)
  }
  more()
}

function drip(response: ServerResponse) {
  const timer = setInterval(() => response.write(' '), 20)
  response.once('close', () => clearInterval(timer))
}
