import { expect, test } from 'vitest'
import { useSandbox } from '../../tests/support/sandbox.ts'

const box = useSandbox({ GATEWAY_KEY_ID: 'rzp_test_key', GATEWAY_KEY_SECRET: 'gateway-secret' })
const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`
const KEYS = { authorization: basic('rzp_test_key:gateway-secret') }

test.each(['/orders/order_x', '/payments/pay_x/capture', '/settlements', '/subscriptions/sub_x/pause', '', '/'])(
  'what is not built is not pretended: POST /v1%s is an address the gateway does not have',
  async (path) => {
    const answer = await box.send('POST', `/v1${path}`, { amount: 100 }, KEYS)
    expect(answer.status).toBe(400)
    expect(answer.json).toEqual({
      error: {
        code: 'BAD_REQUEST_ERROR',
        description: 'The requested URL was not found on the server.',
        source: 'NA',
        step: 'NA',
        reason: 'NA',
        metadata: {},
      },
    })
  },
)

test.each([
  '',
  'Basic',
  basic('rzp_test_key:wrong'),
  basic('other:gateway-secret'),
  basic('rzp_test_key'),
  KEYS.authorization.replace('Basic', 'basic'),
  'Bearer gateway-secret',
])('authorization %j is no key pair', async (authorization) => {
  const answer = await box.send('POST', '/v1/orders', 'no json', { authorization })
  expect(answer.status).toBe(401)
  expect(answer.json).toEqual({ error: { code: 'BAD_REQUEST_ERROR', description: 'Authentication failed' } })
})

test('an unreadable body is an error of the gateway, never of the sandbox', async () => {
  const answer = await box.send('POST', '/v1/orders', '{"a":', KEYS)
  expect(answer).toMatchObject({ status: 400, json: { error: { code: 'BAD_REQUEST_ERROR' } } })
})
