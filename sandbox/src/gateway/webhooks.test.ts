import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { GATEWAY_KEYS, gatewayOf, listenForWebhooks, WEBHOOK_SECRET } from '../../tests/support/gateway.ts'
import { useSandbox } from '../../tests/support/sandbox.ts'

const box = useSandbox({ ...GATEWAY_KEYS, GATEWAY_WEBHOOK_SECRET: WEBHOOK_SECRET })
const gateway = gatewayOf(box)
const IN_TIME = { timeout: 10_000 }

test('a payment sends three webhooks, each signed over its bytes', async () => {
  const product = await listenForWebhooks()
  await box.register(product.url)
  const { id } = await gateway.order({ notes: { vendorId: 'v1' } })
  const { paymentId } = (await gateway.act(`orders/${id}/pay`)).json
  await expect.poll(() => product.arrivals.length, IN_TIME).toBe(3)
  for (const { path, headers, raw } of product.arrivals) {
    expect(path).toBe('/webhooks/razorpay')
    expect(headers['content-type']).toBe('application/json')
    expect(headers['x-razorpay-signature']).toBe(createHmac('sha256', WEBHOOK_SECRET).update(raw).digest('hex'))
    expect(headers['x-razorpay-event-id']).toMatch(/^[A-Za-z0-9]{14}$/)
  }
  expect(new Set(product.arrivals.map(({ headers }) => headers['x-razorpay-event-id'])).size).toBe(3)
  const [authorized, captured, paid] = product.arrivals
  expect(authorized).toMatchObject({
    event: 'payment.authorized',
    payload: { payment: { entity: { status: 'authorized' } } },
  })
  expect(JSON.parse(String(captured?.raw))).toMatchObject({
    entity: 'event',
    account_id: expect.stringMatching(/^acc_[A-Za-z0-9]{14}$/),
    event: 'payment.captured',
    contains: ['payment'],
    payload: { payment: { entity: { id: paymentId, order_id: id, amount: 50_000, status: 'captured', notes: [] } } },
    created_at: expect.any(Number),
  })
  expect(paid).toMatchObject({ event: 'order.paid', payload: { order: { entity: { id, notes: { vendorId: 'v1' } } } } })
})

test('a webhook without a 2xx response is retried with the same id and the same bytes', async () => {
  const product = await listenForWebhooks((nth) => [500, 400, 302, 204][nth - 1] ?? 200)
  await box.register(product.url)
  const { id } = await gateway.order()
  await gateway.act(`orders/${id}/fail`)
  await expect.poll(() => product.arrivals.length, IN_TIME).toBe(4)
  expect(new Set(product.arrivals.map(({ headers }) => headers['x-razorpay-event-id'])).size).toBe(1)
  expect(new Set(product.arrivals.map(({ raw }) => String(raw))).size).toBe(1)
  const [delivery] = (await gateway.truth()).webhooks
  expect(delivery).toMatchObject({ event: 'payment.failed', state: 'delivered', answers: [500, 400, 302, 204] })
})

test('an event waits for a product that is not there yet', async () => {
  const { id } = await gateway.order()
  await gateway.act(`orders/${id}/fail`)
  const product = await listenForWebhooks()
  await box.register(product.url)
  await expect.poll(() => product.arrivals.length, IN_TIME).toBe(1)
})

test('after a day the gateway gives up, and the event can be redelivered', async () => {
  const { id } = await gateway.order()
  await gateway.act(`orders/${id}/fail`)
  const product = await listenForWebhooks()
  await expect.poll(async () => (await gateway.truth()).webhooks[0].attempts, IN_TIME).toBeGreaterThan(0)
  // Nobody listens at port 1; registering only tells the sandbox how late it is.
  await box.register('http://127.0.0.1:1', 86_401)
  await expect.poll(async () => (await gateway.truth()).webhooks[0].state, IN_TIME).toBe('given up')
  await box.register(product.url, 86_401)
  await gateway.act(`webhooks/${(await gateway.truth()).webhooks[0].eventId}/redeliver`)
  await expect.poll(() => product.arrivals.length, IN_TIME).toBe(1)
})

test('duplicates are delivered, dropped events are not, and reordered events arrive in reverse', async () => {
  const product = await listenForWebhooks()
  await box.register(product.url)
  await gateway.script({ duplicateWebhooks: 3, reorderWebhooks: true })
  await gateway.paid()
  await expect.poll(() => product.arrivals.length, IN_TIME).toBe(12)
  expect(product.arrivals[0]?.event).toBe('order.paid')
  await gateway.script({ duplicateWebhooks: 0, reorderWebhooks: false, dropWebhooks: 1 })
  await gateway.paid()
  const { webhooks } = await gateway.truth()
  expect(webhooks.slice(-3).map(({ state }: { state: string }) => state)).toEqual(['dropped', 'dropped', 'dropped'])
  expect(product.arrivals).toHaveLength(12)
})

test('the API is slow, fails, or drops the response after taking effect, as scripted', async () => {
  await gateway.script({ errorRate: 1 })
  const answer = await gateway.call('POST', '/orders', { amount: 100, currency: 'INR' })
  expect(answer).toMatchObject({ status: 500, json: { error: { code: 'SERVER_ERROR' } } })
  expect((await gateway.truth()).orders).toEqual([])
  await gateway.script({ errorRate: 0, dropReplyRate: 1 })
  await expect(gateway.order()).rejects.toThrow()
  expect((await gateway.truth()).orders).toHaveLength(1)
})

test.each([
  { dropWebhooks: 2 },
  { duplicateWebhooks: -1 },
  { latencyMs: 1.5 },
  { refundStatus: 'failed' },
  { surprise: 1 },
])('the script change %j is refused and names the field', async (change) => {
  const answer = await gateway.script(change)
  expect(answer).toMatchObject({ status: 400, json: { code: 'VALIDATION_FAILED' } })
  expect(answer.json.detail).toContain(Object.keys(change)[0])
})
