import { expect, test } from 'vitest'
import { GATEWAY_KEYS, gatewayOf } from '../../tests/support/gateway.ts'
import { honestReply, listenProduct } from '../../tests/support/product.ts'
import { useSandbox } from '../../tests/support/sandbox.ts'
import type { Plan } from './entities.ts'
import { cycleStart } from './plans.ts'

const box = useSandbox(GATEWAY_KEYS)
const gateway = gatewayOf(box)
const seconds = (text: string) => Date.parse(text) / 1_000
const read = async (id: string) => (await gateway.call('GET', `/subscriptions/${id}`)).json
const eventsOf = async () => (await gateway.truth()).webhooks.map(({ event }: { event: string }) => event)

test('a subscription waits, authorised, for its first charge', async () => {
  const startAt = seconds('2031-01-31T00:00:00Z')
  const subscription = await gateway.subscription({ start_at: startAt, customer_notify: 1, notes: { vendorId: 'v1' } })
  expect(subscription).toMatchObject({
    id: expect.stringMatching(/^sub_[A-Za-z0-9]{14}$/),
    entity: 'subscription',
    status: 'authenticated',
    charge_at: startAt,
    end_at: seconds('2032-01-31T00:00:00Z'),
    total_count: 12,
    paid_count: 0,
    remaining_count: 12,
    notes: { vendorId: 'v1' },
    short_url: `${box.url()}/mandate/${subscription.id}`,
  })
  expect((await box.get(`/mandate/${subscription.id}`)).status).toBe(200)
})

test.each([
  [{ plan_id: 'plan_x' }, 'does not exist'],
  [{ total_count: undefined }, 'total_count field is required'],
  [{ total_count: 0 }, 'total count'],
  [{ start_at: 1 }, 'start time'],
  [{ surprise: 1 }, 'surprise is/are not required'],
])('the subscription %j is refused', async (change, words) => {
  const plan = (await gateway.truth()).plans
  expect(plan).toEqual([])
  await expect(gateway.subscription(change)).rejects.toThrow(words)
})

test('a daily plan has an interval of at least seven days', async () => {
  const plan = (interval: number) => ({ period: 'daily', interval, item: { name: 'x', amount: 100, currency: 'INR' } })
  expect((await gateway.call('POST', '/plans', plan(6))).status).toBe(400)
  expect((await gateway.call('POST', '/plans', plan(7))).status).toBe(200)
})

test('every charge is a regular payment with an invoice and starts the next cycle', async () => {
  const { id } = await gateway.subscription({ start_at: seconds('2031-01-31T00:00:00Z') })
  const { json } = await gateway.act(`subscriptions/${id}/charge`)
  expect(json).toMatchObject({ status: 'active', invoiceId: expect.stringMatching(/^inv_/) })
  expect(await read(id)).toMatchObject({
    status: 'active',
    paid_count: 1,
    current_start: seconds('2031-01-31T00:00:00Z'),
    current_end: seconds('2031-02-28T00:00:00Z'),
    charge_at: seconds('2031-02-28T00:00:00Z'),
  })
  const { webhooks } = await gateway.truth()
  expect(webhooks.map(({ event }: { event: string }) => event)).toEqual([
    'payment.captured',
    'order.paid',
    'subscription.activated',
    'subscription.charged',
  ])
  const [captured, , activated, charged] = webhooks.map(({ body }: { body: { payload: object } }) => body.payload)
  expect(captured.payment.entity).toMatchObject({ id: json.paymentId, captured: true, invoice_id: json.invoiceId })
  expect(activated).not.toHaveProperty('payment')
  expect(charged.payment.entity).toMatchObject({ id: json.paymentId, captured: '1', notes: [] })
  expect(charged.subscription.entity).toMatchObject({ id, paid_count: 1 })
  await gateway.act(`subscriptions/${id}/charge`)
  expect((await eventsOf()).slice(4)).toEqual(['payment.captured', 'order.paid', 'subscription.charged'])
  expect(await read(id)).toMatchObject({ current_end: seconds('2031-03-31T00:00:00Z') })
})

test('a failing charge is pending at every attempt, then halted, and a later charge reactivates it', async () => {
  const { id } = await gateway.subscription()
  await gateway.act(`subscriptions/${id}/pending`)
  await gateway.act(`subscriptions/${id}/pending`)
  expect(await read(id)).toMatchObject({ status: 'pending', auth_attempts: 2, paid_count: 0 })
  await gateway.act(`subscriptions/${id}/halt`)
  expect(await read(id)).toMatchObject({ status: 'halted', auth_attempts: 4 })
  expect((await gateway.act(`subscriptions/${id}/pending`)).status).toBe(400)
  await gateway.act(`subscriptions/${id}/charge`)
  expect(await read(id)).toMatchObject({ status: 'active', auth_attempts: 0, paid_count: 1 })
  const failed = ['payment.failed', 'subscription.pending']
  const charged = ['payment.captured', 'order.paid', 'subscription.activated', 'subscription.charged']
  expect(await eventsOf()).toEqual([...failed, ...failed, 'subscription.halted', ...charged])
})

test('the last charge completes it', async () => {
  const { id } = await gateway.subscription({ total_count: 1 })
  await gateway.act(`subscriptions/${id}/charge`)
  expect(await read(id)).toMatchObject({ status: 'completed', charge_at: null, remaining_count: 0 })
  expect((await eventsOf()).at(-1)).toBe('subscription.completed')
  expect((await gateway.act(`subscriptions/${id}/charge`)).status).toBe(400)
})

test('it is cancelled immediately, or at the end of the cycle', async () => {
  await box.register((await listenProduct(honestReply())).url)
  const cancel = (id: string, body?: object) => gateway.call('POST', `/subscriptions/${id}/cancel`, body)
  const [now, later] = [await gateway.subscription(), await gateway.subscription()]
  expect((await cancel(now.id)).json).toMatchObject({
    status: 'cancelled',
    charge_at: null,
    ended_at: expect.any(Number),
  })
  expect((await cancel(now.id)).json.error.description).toBe('Subscription is not cancellable in cancelled status.')

  expect((await cancel(later.id, { cancel_at_cycle_end: true })).json.error.description).toMatch('no billing cycle')
  await gateway.act(`subscriptions/${later.id}/charge`)
  expect((await cancel(later.id, { cancel_at_cycle_end: 1 })).json.status).toBe('active')
  await box.send('POST', '/control/clock', { advanceSeconds: 32 * 86_400 })
  await expect.poll(async () => (await read(later.id)).status).toBe('cancelled')
})

test('automatic charges happen only when scripted', async () => {
  await box.register((await listenProduct(honestReply())).url)
  const { id } = await gateway.subscription()
  await box.send('POST', '/control/clock', { advanceSeconds: 40 * 86_400 })
  expect((await read(id)).paid_count).toBe(0)
  await gateway.script({ autoCharge: true })
  await expect.poll(async () => (await read(id)).paid_count).toBe(1)
})

test.each([
  ['monthly', 1, '2031-01-31', 1, '2031-02-28'],
  ['monthly', 1, '2031-01-31', 2, '2031-03-31'],
  ['monthly', 3, '2031-11-30', 1, '2032-02-29'],
  ['quarterly', 1, '2031-11-30', 1, '2032-02-29'],
  ['yearly', 1, '2032-02-29', 1, '2033-02-28'],
  ['weekly', 2, '2031-01-01', 1, '2031-01-15'],
] as const)('%s x %d from %s: cycle %d begins on %s', (period, interval, start, cycle, expected) => {
  const plan = { period, interval } as Plan
  expect(cycleStart(plan, seconds(`${start}T09:30:00Z`), cycle)).toBe(seconds(`${expected}T09:30:00Z`))
})
