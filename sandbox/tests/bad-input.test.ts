import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sign } from '../src/http/signature.ts'
import { SECRET, useSandbox } from './support/sandbox.ts'

const box = useSandbox({ GATEWAY_KEY_ID: 'rzp_test_key', GATEWAY_KEY_SECRET: 'gateway-secret' })
const KEYS_OF_GATEWAY = `Basic ${Buffer.from('rzp_test_key:gateway-secret').toString('base64')}`

const ROUTES = [
  ['POST', '/control/clock'],
  ['PUT', '/control/provider'],
  ['PUT', '/control/rates'],
  ['PUT', '/control/product'],
  ['DELETE', '/control/mail'],
  ['POST', '/clock'],
  ['POST', '/inbox/empty'],
  ['POST', '/v1/orders'],
  ['POST', '/v1/plans'],
  ['POST', '/v1/subscriptions'],
  ['POST', '/v1/payments/pay_x/refund'],
  ['PUT', '/control/gateway'],
  ['POST', '/control/gateway/orders/order_x/pay'],
  ['POST', '/v18.0/1/messages'],
  ['POST', '/unknownUrl'],
] as const

const KEYS = [
  'advanceSeconds',
  'failRate',
  'latencyMs',
  'INR',
  'webhookUrl',
  'offsetSeconds',
  'amount',
  'currency',
  'notes',
  'item',
  'duplicateWebhooks',
  '__proto__',
  'constructor',
  '',
]
const body = fc.oneof(
  fc.json(),
  fc.string({ unit: 'binary' }),
  fc.dictionary(fc.constantFrom(...KEYS), fc.jsonValue()).map((value) => JSON.stringify(value)),
)

test('no body makes the sandbox fail: every response is below 500, or a 503 with a reason', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...ROUTES), body, async ([method, path], raw) => {
      const answer = await box.send(method, path, raw, {
        'x-sandbox-signature': sign(SECRET, raw),
        authorization: path.startsWith('/v1/') ? KEYS_OF_GATEWAY : '',
      })
      if (answer.status >= 500) expect(answer.json?.code).toMatch(/^PRODUCT_/)
      if (answer.status >= 400) expect(answer.text.length).toBeGreaterThan(20)
    }),
    { numRuns: 400 },
  )
})

test('no path makes the sandbox fail', async () => {
  const known = fc.constantFrom('control', 'inbox', 'mail', '1', 'html', '%zz', '..', 'v18.0', 'v1', 'assets', 'x')
  const segment = fc.oneof({ weight: 4, arbitrary: known }, { weight: 1, arbitrary: fc.string() })
  const path = fc
    .array(segment, { minLength: 1, maxLength: 3 })
    .map((parts) => `/${parts.join('/').replace(/[^\x21-\x7e]/g, '%20')}`)
  const method = fc.constantFrom('GET', 'GET', 'GET', 'POST', 'PUT', 'DELETE', 'OPTIONS')
  await fc.assert(
    fc.asyncProperty(method, path, async (verb, address) => {
      expect((await box.send(verb, address)).status).toBeLessThan(500)
    }),
    { numRuns: 600 },
  )
})

test('a body over the limit of the control routes is rejected with a message', async () => {
  const large = JSON.stringify({ INR: 'x'.repeat(100_000) })
  const answer = await box.send('PUT', '/control/rates', large)
  expect(answer).toMatchObject({ status: 413, json: { code: 'REQUEST_REFUSED' } })
})

test('an unknown path is a problem response that names the index', async () => {
  const answer = await box.get('/control/nothing')
  expect(answer).toMatchObject({ status: 404, json: { status: 404, code: 'NOT_FOUND' } })
  expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8')
})
