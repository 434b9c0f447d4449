import { expect, test } from 'vitest'
import { GATEWAY_KEYS, gatewayOf } from '../../tests/support/gateway.ts'
import { useSandbox } from '../../tests/support/sandbox.ts'

const box = useSandbox(GATEWAY_KEYS)
const gateway = gatewayOf(box)
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const press = (id: string, fields: Record<string, string>) =>
  box.send('POST', `/checkout/${id}`, String(new URLSearchParams(fields)), FORM)
const HOSTILE = '"><script>alert(1)</script>'

test('the page shows the amount, accepts the payment and returns with the signed result', async () => {
  const { id } = await gateway.order({ amount: 123_456 })
  const page = (await box.get(`/checkout/${id}?return_url=http://localhost:3000/billing?tab=1`)).text
  expect(page).toContain('Pay ₹1,234.56')
  const pressed = await press(id, { outcome: 'pay', method: 'card', return_url: 'http://localhost:3000/billing?tab=1' })
  expect(pressed.status).toBe(303)
  const done = (await box.get(String(pressed.headers['location']))).text
  const [payment] = (await gateway.truth()).payments
  expect(payment).toMatchObject({ order_id: id, status: 'captured', method: 'card' })
  expect(done).toContain('Payment received')
  expect(done).toContain(
    `http://localhost:3000/billing?tab=1&amp;razorpay_payment_id=${payment.id}&amp;razorpay_order_id=${id}`,
  )
})

test('a declined payment leaves the order open, and submitting twice pays once', async () => {
  const { id } = await gateway.order()
  await press(id, { outcome: 'fail' })
  expect((await box.get(`/checkout/${id}`)).text).toContain('The bank declined the last payment')
  await press(id, { outcome: 'pay' })
  expect((await press(id, { outcome: 'pay' })).status).toBe(303)
  expect((await gateway.truth()).payments.map(({ status }: { status: string }) => status)).toEqual([
    'failed',
    'captured',
  ])
})

test.each([
  'https://evil.test/',
  'javascript:alert(1)',
  '//evil.test',
  'http://a:b@localhost/',
  'http://localhost.evil.test/',
])('nobody is led to %s', async (target) => {
  const { id } = await gateway.order()
  const pressed = await press(id, { outcome: 'pay', return_url: target })
  expect(pressed.headers['location']).toBe(`/checkout/${id}`)
  const { text } = await box.get(`/checkout/${id}?return_url=${encodeURIComponent(target)}`)
  expect(text).not.toMatch(/evil|javascript:|a:b@/)
})

test('the content of an order never becomes markup', async () => {
  const { id } = await gateway.order({ receipt: HOSTILE, notes: { [HOSTILE]: HOSTILE } })
  for (const path of [
    `/checkout/${id}`,
    '/checkout',
    `/checkout/${id}?return_url=http://localhost/${encodeURIComponent(HOSTILE)}`,
  ])
    expect((await box.get(path)).text).not.toContain('<script>alert')
})

test('unknown orders, mandates and outcomes are rejected', async () => {
  expect((await box.get('/checkout/order_x')).status).toBe(404)
  expect((await box.get('/mandate/sub_x')).status).toBe(404)
  expect((await press('order_x', { outcome: 'pay' })).status).toBe(404)
  const { id } = await gateway.order()
  expect((await press(id, { outcome: 'steal' })).status).toBe(400)
})

test('another site cannot submit the forms', async () => {
  const { id } = await gateway.order()
  const answer = await box.send('POST', `/checkout/${id}`, 'outcome=pay', { ...FORM, origin: 'https://evil.test' })
  expect(answer.status).toBe(403)
})
