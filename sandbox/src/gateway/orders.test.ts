import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { GATEWAY_KEYS, gatewayOf } from '../../tests/support/gateway.ts'
import { useSandbox } from '../../tests/support/sandbox.ts'

const box = useSandbox(GATEWAY_KEYS)
const gateway = gatewayOf(box)

test('an order is returned in the format of the real gateway', async () => {
  const order = await gateway.order({ notes: { vendorId: 'v1', paise: 5 } })
  expect(order).toEqual({
    id: expect.stringMatching(/^order_[A-Za-z0-9]{14}$/),
    entity: 'order',
    amount: 50_000,
    amount_paid: 0,
    amount_due: 50_000,
    currency: 'INR',
    receipt: 'r-1',
    offer_id: null,
    status: 'created',
    attempts: 0,
    notes: { vendorId: 'v1', paise: '5' },
    created_at: expect.any(Number),
  })
  expect((await gateway.call('GET', `/orders/${order.id}`)).json).toEqual(order)
})

test.each([{}, { notes: {} }, { notes: [] }])('notes %j are shown as an empty list', async (change) => {
  expect((await gateway.order(change)).notes).toEqual([])
})

const pairs = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 'v']))

test.each([
  [{ amount: 100 }],
  [{ amount: 100_000_000_000 }],
  [{ amount: 99_990, currency: 'KWD' }],
  [{ receipt: 'r'.repeat(40) }],
  [{ notes: pairs(15) }],
  [{ notes: { k: 'v'.repeat(256) } }],
])('the order %j is taken', async (change) => {
  expect((await gateway.order(change)).status).toBe('created')
})

test.each([
  [{ amount: 99 }, 'amount', 'The amount must be at least INR 1.00'],
  [{ amount: -500 }, 'amount', 'The amount must be at least INR 1.00'],
  [{ amount: 100.5 }, 'amount', 'The amount must be an integer.'],
  [{ amount: '100' }, 'amount', 'The amount must be an integer.'],
  [{ amount: undefined }, 'amount', 'The amount field is required.'],
  [{ amount: 99_991, currency: 'KWD' }, 'amount', 'The last digit of an amount in KWD must be 0'],
  [{ currency: 'inr' }, 'currency', 'Currency is not supported'],
  [{ currency: undefined }, 'currency', 'The currency field is required.'],
  [{ receipt: 'r'.repeat(41) }, 'receipt', 'The receipt may not be greater than 40 characters.'],
  [{ notes: pairs(16) }, 'notes', 'Number of fields in notes should be less than or equal to 15'],
  [{ notes: { k: 'v'.repeat(257) } }, 'notes', expect.stringContaining('notes')],
  [{ notes: 'text' }, 'notes', expect.stringContaining('notes')],
])('the order %j is refused and the field named', async (change, field, description) => {
  const answer = await gateway.call('POST', '/orders', { amount: 50_000, currency: 'INR', ...change })
  expect(answer.status).toBe(400)
  expect(answer.json).toEqual({
    error: {
      code: 'BAD_REQUEST_ERROR',
      description,
      source: 'business',
      step: 'payment_initiation',
      reason: 'input_validation_failed',
      metadata: {},
      field,
    },
  })
  expect((await gateway.truth()).orders).toEqual([])
})

test('an unknown field is rejected', async () => {
  const { json } = await gateway.call('POST', '/orders', { amount: 100, currency: 'INR', ammount: 1 })
  expect(json.error.description).toBe('ammount is/are not required and should not be sent')
})

test('orders are found again by their receipt, newest first', async () => {
  const [first, second] = [await gateway.order({ receipt: 'ours' }), await gateway.order({ receipt: 'ours' })]
  await gateway.order({ receipt: 'other' })
  const { json } = await gateway.call('GET', '/orders?receipt=ours')
  expect(json).toEqual({ entity: 'collection', count: 2, items: [second, first] })
  expect((await gateway.call('GET', '/orders?count=101')).status).toBe(400)
})

test('an order goes from created to attempted to paid, and stays paid', async () => {
  const { id } = await gateway.order()
  const declined = (await gateway.act(`orders/${id}/fail`)).json
  expect((await gateway.call('GET', `/orders/${id}`)).json).toMatchObject({ status: 'attempted', attempts: 1 })
  const paid = await gateway.act(`orders/${id}/pay`, { method: 'card' })
  expect(paid.json).toEqual({
    paymentId: expect.stringMatching(/^pay_[A-Za-z0-9]{14}$/),
    orderId: id,
    signature: createHmac('sha256', 'gateway-secret').update(`${id}|${paid.json.paymentId}`).digest('hex'),
  })
  const order = (await gateway.call('GET', `/orders/${id}`)).json
  expect(order).toMatchObject({ status: 'paid', attempts: 2, amount_paid: 50_000, amount_due: 0 })
  for (const again of ['pay', 'fail']) expect((await gateway.act(`orders/${id}/${again}`)).status).toBe(400)
  const { json } = await gateway.call('GET', `/orders/${id}/payments`)
  expect(json).toMatchObject({
    count: 2,
    items: [
      { id: declined.paymentId, status: 'failed', captured: false, error_code: 'BAD_REQUEST_ERROR', fee: null },
      { id: paid.json.paymentId, status: 'captured', captured: true, method: 'card', notes: [], invoice_id: null },
    ],
  })
  expect((await gateway.call('GET', `/payments/${paid.json.paymentId}`)).json).toEqual(json.items[1])
})

test('a payment without webhooks is stored by the gateway and not reported', async () => {
  const { id } = await gateway.order()
  const told = (await gateway.truth()).webhooks.length
  const { paymentId } = (await gateway.act(`orders/${id}/pay`, { webhooks: false })).json
  const { items } = (await gateway.call('GET', `/orders/${id}/payments`)).json
  expect(items).toMatchObject([{ id: paymentId, status: 'captured' }])
  expect((await gateway.truth()).webhooks).toHaveLength(told)
})

test('a failed payment may be captured later under the same id', async () => {
  const { id } = await gateway.order()
  const { paymentId } = (await gateway.act(`orders/${id}/fail`)).json
  expect((await gateway.act(`orders/${id}/pay`, { paymentId: 'pay_of_another' })).status).toBe(400)
  expect((await gateway.act(`orders/${id}/pay`, { paymentId })).json.paymentId).toBe(paymentId)
  const { items } = (await gateway.call('GET', `/orders/${id}/payments`)).json
  expect(items).toMatchObject([{ id: paymentId, status: 'captured', error_code: null }])
})

test('a failed payment may be captured even if another payment has paid the order', async () => {
  const { id } = await gateway.order()
  const { paymentId: slow } = (await gateway.act(`orders/${id}/fail`)).json
  const { paymentId: quick } = (await gateway.act(`orders/${id}/pay`)).json
  expect((await gateway.act(`orders/${id}/pay`)).status).toBe(400)
  expect((await gateway.act(`orders/${id}/pay`, { paymentId: slow })).json.paymentId).toBe(slow)
  const { items } = (await gateway.call('GET', `/orders/${id}/payments`)).json
  expect(items).toMatchObject([
    { id: slow, status: 'captured' },
    { id: quick, status: 'captured' },
  ])
  const events = (await gateway.truth()).webhooks.map(({ event }: { event: string }) => event)
  expect(events.slice(-2)).toEqual(['payment.authorized', 'payment.captured'])
})

test.each([
  '/orders/order_x',
  '/orders/order_x/payments',
  '/payments/pay_x',
  '/refunds/rfnd_x',
  '/subscriptions/sub_x',
])('what is not there is refused with status 400: GET %s', async (path) => {
  const answer = await gateway.call('GET', path)
  expect(answer).toMatchObject({ status: 400, json: { error: { description: 'The id provided does not exist' } } })
})

test('a control route answers an unknown id with 404 and an unknown field with 400', async () => {
  expect((await gateway.act('orders/order_x/pay')).status).toBe(404)
  const { id } = await gateway.order()
  expect((await gateway.act(`orders/${id}/pay`, { amount: 5 })).status).toBe(400)
  expect((await gateway.act(`orders/${id}/pay`, {})).status).toBe(200)
})
