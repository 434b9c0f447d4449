import { expect, test } from 'vitest'
import { GATEWAY_KEYS, gatewayOf } from '../../tests/support/gateway.ts'
import { honestReply, listenProduct } from '../../tests/support/product.ts'
import { useSandbox } from '../../tests/support/sandbox.ts'

const box = useSandbox(GATEWAY_KEYS)
const gateway = gatewayOf(box)
const refund = (paymentId: string, body: object, key?: string) =>
  gateway.call('POST', `/payments/${paymentId}/refund`, body, key === undefined ? {} : { 'x-refund-idempotency': key })
const payment = async (id: string) => (await gateway.call('GET', `/payments/${id}`)).json
const refused = (words: string | RegExp) => ({
  status: 400,
  json: { error: { code: 'BAD_REQUEST_ERROR', description: expect.stringMatching(words) } },
})

test('partial refunds add up to at most the amount of the payment', async () => {
  const id = await gateway.paid()
  expect((await refund(id, { amount: 20_000, receipt: 'r1', notes: {} })).json).toEqual({
    id: expect.stringMatching(/^rfnd_[A-Za-z0-9]{14}$/),
    entity: 'refund',
    amount: 20_000,
    currency: 'INR',
    payment_id: id,
    notes: [],
    receipt: 'r1',
    acquirer_data: { arn: null },
    created_at: expect.any(Number),
    batch_id: null,
    status: 'processed',
    speed_processed: 'normal',
    speed_requested: 'normal',
  })
  expect(await payment(id)).toMatchObject({ status: 'captured', amount_refunded: 20_000, refund_status: 'partial' })
  expect(await refund(id, { amount: 30_001 })).toMatchObject(refused('greater than'))
  expect((await refund(id, {})).json.amount).toBe(30_000)
  expect(await payment(id)).toMatchObject({ status: 'refunded', amount_refunded: 50_000, refund_status: 'full' })
  expect(await refund(id, { amount: 100 })).toMatchObject(refused('fully refunded'))
  expect((await gateway.call('GET', `/payments/${id}/refunds`)).json.count).toBe(2)
})

test('an idempotency key with the same request returns the same refund, and with another request it is rejected', async () => {
  const [id, other] = [await gateway.paid(), await gateway.paid()]
  const first = await refund(id, { amount: 1_000 }, 'refund-key-1')
  expect((await refund(id, { amount: 1_000 }, 'refund-key-1')).json).toEqual(first.json)
  expect(await refund(id, { amount: 1_001 }, 'refund-key-1')).toMatchObject(refused('idempotency'))
  expect(await refund(other, { amount: 1_000 }, 'refund-key-1')).toMatchObject(refused('idempotency'))
  expect((await payment(id)).amount_refunded).toBe(1_000)
  for (const key of ['short', 'with space in it', 'umlaut-schön-x'])
    expect(await refund(id, { amount: 1_000 }, encodeURI(key))).toMatchObject(refused('idempotency key'))
})

test('a rejected refund does not use up its idempotency key', async () => {
  const id = await gateway.paid()
  expect((await refund(id, { amount: 50_001 }, 'refund-key-2')).status).toBe(400)
  expect((await refund(id, { amount: 50_000 }, 'refund-key-2')).status).toBe(200)
})

test('only what was captured is refunded', async () => {
  const { id } = await gateway.order()
  const { paymentId } = (await gateway.act(`orders/${id}/fail`)).json
  expect(await refund(paymentId, {})).toMatchObject(refused('should be captured'))
  expect(await refund('pay_x', {})).toMatchObject(refused('does not exist'))
})

test('payments older than six months cannot be refunded', async () => {
  const product = await listenProduct(honestReply())
  await box.register(product.url)
  const id = await gateway.paid()
  await box.send('POST', '/control/clock', { advanceSeconds: 182 * 86_400 })
  expect((await refund(id, { amount: 1_000 })).status).toBe(200)
  await box.send('POST', '/control/clock', { advanceSeconds: 2 * 86_400 })
  expect(await refund(id, { amount: 1_000 })).toMatchObject(refused('6 months'))
})

test('a pending refund is processed or fails once, and a failed refund can be repeated', async () => {
  await gateway.script({ refundStatus: 'pending' })
  const id = await gateway.paid()
  const { json } = await refund(id, {})
  expect(json.status).toBe('pending')
  expect((await gateway.act(`refunds/${json.id}/fail`)).json.status).toBe('failed')
  expect((await gateway.act(`refunds/${json.id}/process`)).status).toBe(400)
  expect(await payment(id)).toMatchObject({ status: 'captured', amount_refunded: 0, refund_status: null })
  const second = (await refund(id, {})).json
  expect((await gateway.act(`refunds/${second.id}/process`)).json.status).toBe('processed')
})

test('scripted to fail, a refund is accepted as pending and then fails', async () => {
  await gateway.script({ failRefunds: true })
  const id = await gateway.paid()
  expect((await refund(id, {})).json.status).toBe('pending')
  const { refunds, webhooks } = await gateway.truth()
  expect(refunds[0].status).toBe('failed')
  expect(webhooks.slice(-2).map(({ event }: { event: string }) => event)).toEqual(['refund.created', 'refund.failed'])
})
