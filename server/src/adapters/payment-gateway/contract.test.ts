import { beforeAll, describe, expect, test } from 'vitest'
import { atEnd } from '../../../tests/support/cleanup.ts'
import {
  captured,
  eventOf,
  orderPaid,
  paymentEntity,
  signatureOf,
} from '../../../tests/support/payments/gateway-events.ts'
import { gatewayOf, startTestSandbox } from '../../../tests/support/services/sandbox.ts'
import { DAY_MS } from '../../domain/durations.ts'
import { readSettings } from '../../platform/config/config.ts'
import { GatewayRefused, GatewayUnavailable, type PaymentGateway } from '../../ports/payment-gateway.ts'
import { razorpayGateway } from './razorpay.ts'
import { razorpayWebhooks } from './razorpay-webhooks.ts'

const SETTINGS = readSettings({ NODE_ENV: 'test' })
const KEYS = { keyId: SETTINGS.GATEWAY_KEY_ID, keySecret: SETTINGS.GATEWAY_KEY_SECRET }

let sandbox: Awaited<ReturnType<typeof startTestSandbox>>
let stage: ReturnType<typeof gatewayOf>
let gateway: PaymentGateway
const webhooks = razorpayWebhooks({
  keySecret: KEYS.keySecret,
  webhookSecrets: [SETTINGS.GATEWAY_WEBHOOK_SECRET, 'the secret before the rotation'],
})

beforeAll(async () => {
  sandbox = await startTestSandbox(SETTINGS)
  atEnd(sandbox.stop)
  stage = gatewayOf(sandbox)
  gateway = open(sandbox.url)
})

function open(baseUrl: string, keys = KEYS) {
  const opened = razorpayGateway({ baseUrl, ...keys })
  atEnd(opened.close)
  return opened
}

const order = (change = {}) =>
  gateway.createOrder({ amountMinorUnit: 50_000n, currency: 'INR', receipt: 'r-1', notes: {}, ...change })
const paid = async (amountMinorUnit = 50_000n) =>
  (await stage.pay((await order({ amountMinorUnit })).gatewayOrderId)).paymentId
const refund = (gatewayPaymentId: string, amountMinorUnit: bigint, idempotencyKey: string) =>
  gateway.refund({ gatewayPaymentId, amountMinorUnit, idempotencyKey, notes: { requestId: idempotencyKey } })

describe('orders', () => {
  test('an order is created with its amount, receipt and notes, and has no payments', async () => {
    const { gatewayOrderId, status } = await order({ receipt: 'order-7', notes: { vendorId: 'v1', type: 'WALLET' } })
    expect(gatewayOrderId).toMatch(/^order_[A-Za-z0-9]{14}$/)
    expect(status).toBe('created')
    const { orders } = await stage.truth()
    expect(orders.at(-1)).toMatchObject({
      id: gatewayOrderId,
      amount: 50_000,
      currency: 'INR',
      receipt: 'order-7',
      notes: { vendorId: 'v1', type: 'WALLET' },
    })
    expect(await gateway.paymentsOf(gatewayOrderId)).toEqual([])
  })

  test('the largest amount that JSON carries arrives exactly, and a larger one is never sent', async () => {
    await order({ amountMinorUnit: 9_007_199_254_740_991n })
    expect((await stage.truth()).orders.at(-1).amount).toBe(9_007_199_254_740_991)
    await expect(order({ amountMinorUnit: 9_007_199_254_740_992n })).rejects.toThrow(RangeError)
  })

  test('a failed and a captured payment of one order are both returned', async () => {
    const { gatewayOrderId } = await order()
    const failed = await stage.fail(gatewayOrderId)
    const captured = await stage.pay(gatewayOrderId)
    const paid = { gatewayOrderId, gatewayPaymentId: captured.paymentId }
    expect(webhooks.isCheckoutSigned(paid, captured.signature)).toBe(true)
    expect(webhooks.isCheckoutSigned({ ...paid, gatewayPaymentId: failed.paymentId }, captured.signature)).toBe(false)
    const facts = { amountMinorUnit: 50_000n, currency: 'INR', isRefunded: false, invoiceId: null }
    expect(await gateway.paymentsOf(gatewayOrderId)).toEqual([
      { ...facts, gatewayPaymentId: failed.paymentId, status: 'failed' },
      { ...facts, gatewayPaymentId: captured.paymentId, status: 'captured' },
    ])
  })

  test.each([
    ['an amount below the minimum', { amountMinorUnit: 99n }, /at least INR 1\.00/],
    ['a currency that does not exist', { currency: 'XXZ' }, /[Cc]urrency/],
    ['a third decimal', { amountMinorUnit: 99_991n, currency: 'KWD' }, /last digit/],
    ['a receipt over 40 characters', { receipt: 'r'.repeat(41) }, /40 characters/],
    ['a note over 256 characters', { notes: { long: 'n'.repeat(257) } }, /notes/],
  ])('%s is rejected with the message of the gateway', async (_what, change, words) => {
    const error = await order(change).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(GatewayRefused)
    expect(error).toMatchObject({ code: 'BAD_REQUEST_ERROR', message: expect.stringMatching(words) })
  })

  test('an order that does not exist is rejected, whatever its id looks like', async () => {
    for (const id of ['order_00000000000000', '../payments/pay_1', 'a b', 'ü?x=1#y'])
      await expect(gateway.paymentsOf(id)).rejects.toThrow(GatewayRefused)
  })
})

describe('refunds', () => {
  test('a payment can be refunded in parts until nothing is left', async () => {
    const payment = await paid()
    const first = await refund(payment, 20_000n, 'refund-part-one')
    expect(first).toEqual({
      gatewayRefundId: expect.stringMatching(/^rfnd_[A-Za-z0-9]{14}$/),
      amountMinorUnit: 20_000n,
      status: 'processed',
    })
    await expect(refund(payment, 30_001n, 'refund-too-much')).rejects.toThrow(GatewayRefused)
    await refund(payment, 30_000n, 'refund-part-two')
    await expect(refund(payment, 100n, 'refund-no-more')).rejects.toThrow(/fully refunded/)
  })

  test('a payment that was refunded in part stays captured and is listed as refunded', async () => {
    const { gatewayOrderId } = await order()
    const { paymentId } = await stage.pay(gatewayOrderId)
    expect(await gateway.paymentsOf(gatewayOrderId)).toMatchObject([{ status: 'captured', isRefunded: false }])
    await refund(paymentId, 20_000n, 'refund-in-part')
    expect(await gateway.paymentsOf(gatewayOrderId)).toMatchObject([{ status: 'captured', isRefunded: true }])
    await refund(paymentId, 30_000n, 'refund-the-rest')
    expect(await gateway.paymentsOf(gatewayOrderId)).toMatchObject([{ status: 'refunded', isRefunded: true }])
  })

  test('are listed with their ids, amounts and notes; an unknown payment is refused', async () => {
    const payment = await paid()
    expect(await gateway.refundsOf(payment)).toEqual([])
    const { gatewayRefundId } = await refund(payment, 20_000n, 'refund-listed')
    const bare = { gatewayPaymentId: payment, amountMinorUnit: 100n, idempotencyKey: 'refund-no-notes', notes: {} }
    await gateway.refund(bare)
    expect(await gateway.refundsOf(payment)).toEqual([
      { gatewayRefundId, amountMinorUnit: 20_000n, status: 'processed', notes: { requestId: 'refund-listed' } },
      expect.objectContaining({ amountMinorUnit: 100n, notes: {} }),
    ])
    await expect(gateway.refundsOf('pay_unknown')).rejects.toThrow(GatewayRefused)
  })

  test('the same key is one refund, however often and concurrently it is requested', async () => {
    const payment = await paid()
    const answers = await Promise.all(Array.from({ length: 20 }, () => refund(payment, 10_000n, 'refund-same-key')))
    expect(new Set(answers.map(({ gatewayRefundId }) => gatewayRefundId)).size).toBe(1)
    await expect(refund(payment, 10_100n, 'refund-same-key')).rejects.toThrow(GatewayRefused)
    const { payments } = await stage.truth()
    expect(payments.find(({ id }: { id: string }) => id === payment).amount_refunded).toBe(10_000)
  })

  test('a refund whose response was lost is found by its key', async () => {
    const payment = await paid()
    await stage.script({ dropReplyRate: 1 })
    await expect(refund(payment, 5_000n, 'refund-lost-answer')).rejects.toThrow(GatewayUnavailable)
    await stage.script({ dropReplyRate: 0 })
    await refund(payment, 5_000n, 'refund-lost-answer')
    const { refunds } = await stage.truth()
    expect(refunds.filter(({ payment_id }: { payment_id: string }) => payment_id === payment)).toHaveLength(1)
  })
})

describe('subscriptions', () => {
  const subscribe = (change = {}) =>
    gateway.createSubscription({
      planName: 'SMB monthly',
      period: 'MONTHLY',
      amountMinorUnit: 294_882n,
      currency: 'INR',
      startAt: new Date(Date.now() + 30 * DAY_MS),
      notes: { vendorId: 'v1' },
      ...change,
    })

  test('each period becomes a plan of the gateway, created once for each price', async () => {
    const before = (await stage.truth()).plans.length
    for (const period of ['MONTHLY', 'QUARTERLY', 'ANNUAL', 'MONTHLY', 'ANNUAL'] as const) await subscribe({ period })
    const { plans, subscriptions } = await stage.truth()
    const made = plans.slice(before)
    expect(made.map(({ period, interval }: Record<string, unknown>) => `${interval} ${period}`)).toEqual([
      '1 monthly',
      '3 monthly',
      '1 yearly',
    ])
    expect(subscriptions.slice(-3).map(({ total_count }: { total_count: number }) => total_count)).toEqual([
      10, 120, 10,
    ])
  })

  test('a plan that could not be created is retried', async () => {
    await stage.script({ errorRate: 1 })
    await expect(subscribe({ amountMinorUnit: 111_100n })).rejects.toThrow(GatewayUnavailable)
    await stage.script({ errorRate: 0 })
    expect(await subscribe({ amountMinorUnit: 111_100n })).toMatchObject({ status: 'authenticated' })
  })

  test('the first charge is due at the requested time', async () => {
    const startAt = new Date('2031-01-31T12:00:00Z')
    const { gatewaySubId, mandateUrl } = await subscribe({ startAt })
    expect(mandateUrl).toBe(`${sandbox.url}/mandate/${gatewaySubId}`)
    expect((await stage.truth()).subscriptions.at(-1)).toMatchObject({
      id: gatewaySubId,
      charge_at: startAt.getTime() / 1_000,
      notes: { vendorId: 'v1' },
    })
    await expect(subscribe({ startAt: new Date(0) })).rejects.toThrow(GatewayRefused)
  })

  test('one that never started is cancelled immediately even if the cycle end is requested', async () => {
    const { gatewaySubId } = await subscribe()
    await gateway.cancelSubscription(gatewaySubId, 'AT_CYCLE_END')
    expect((await stage.truth()).subscriptions.at(-1).status).toBe('cancelled')
    await gateway.cancelSubscription(gatewaySubId, 'AT_CYCLE_END')
    await gateway.cancelSubscription(gatewaySubId, 'NOW')
  })

  test('one that was charged runs to the end of its cycle', async () => {
    const { gatewaySubId } = await subscribe()
    await stage.charge(gatewaySubId)
    await gateway.cancelSubscription(gatewaySubId, 'AT_CYCLE_END')
    expect((await stage.truth()).subscriptions.at(-1).status).toBe('active')
    await expect(gateway.cancelSubscription('sub_unknown', 'NOW')).rejects.toThrow(GatewayRefused)
  })
})

test('the URL may be given with or without the version', async () => {
  for (const base of [sandbox.url, `${sandbox.url}/`, `${sandbox.url}/v1`, `${sandbox.url}/v1/`])
    await expect(open(base).paymentsOf('order_x')).rejects.toThrow(GatewayRefused)
})

test('wrong keys are an outage, never a rejection: with the right ones the call may succeed', async () => {
  const other = open(sandbox.url, { ...KEYS, keySecret: 'wrong' })
  await expect(other.paymentsOf('order_x')).rejects.toThrow(GatewayUnavailable)
})

describe('webhooks', () => {
  const RECEIVED_AT = new Date('2026-10-01T10:00:00Z')
  const read = (event: object) => webhooks.read(Buffer.from(JSON.stringify(event)), RECEIVED_AT)
  const payment = paymentEntity({ gatewayOrderId: 'order_1', amountMinorUnit: 50_000, currency: 'INR' })

  test('what the gateway sends is signed for, with the current secret or the previous one, and nothing else is', () => {
    const body = Buffer.from(JSON.stringify(captured(payment)))
    const headers = (secret?: string) => ({ 'x-razorpay-signature': signatureOf(body, secret) })
    expect(webhooks.isSigned(body, headers())).toBe(true)
    expect(webhooks.isSigned(body, headers('the secret before the rotation'))).toBe(true)
    expect(webhooks.isSigned(body, headers('another secret'))).toBe(false)
    expect(webhooks.isSigned(Buffer.concat([body, Buffer.from(' ')]), headers())).toBe(false)
    expect(webhooks.isSigned(body, {})).toBe(false)
  })

  test('a captured payment is read, also from order.paid, and one of another order is not', () => {
    const facts = {
      gatewayPaymentId: payment.id,
      gatewayOrderId: 'order_1',
      amountMinorUnit: 50_000n,
      isCaptured: true,
    }
    expect(read(captured(payment))).toMatchObject({ kind: 'CAPTURED', payment: facts })
    expect(read(orderPaid(payment))).toMatchObject({ kind: 'CAPTURED', payment: facts })
    expect(read(eventOf('order.paid', { payment, order: { id: 'order_2' } }))).toEqual({ kind: 'UNREADABLE' })
  })

  test('failures, subscriptions and refunds are read with their ids and times', () => {
    expect(read(eventOf('payment.failed', { payment }))).toEqual({ kind: 'FAILED', gatewayOrderId: 'order_1' })
    const charged = eventOf('subscription.charged', { payment, subscription: { id: 'sub_1', current_start: 1 } })
    expect(read(charged)).toMatchObject({
      kind: 'SUBSCRIPTION',
      event: {
        gatewaySubId: 'sub_1',
        kind: 'charged',
        currentStart: new Date(1_000),
        at: new Date(charged.created_at * 1_000),
      },
    })
    const refund = { id: 'rfnd_1', payment_id: payment.id, amount: 1_000, status: 'processed' }
    expect(read(eventOf('refund.processed', { refund }))).toMatchObject({
      kind: 'REFUND',
      event: { gatewayRefundId: 'rfnd_1', gatewayPaymentId: payment.id, amountMinorUnit: 1_000n, status: 'processed' },
    })
  })

  test('what was found by asking reads like the webhook that never came, and is always the same bytes', () => {
    const event = read(captured(payment))
    if (event.kind !== 'CAPTURED') throw new Error('not captured')
    const written = webhooks.writeCaptured(event.payment)
    expect(webhooks.writeCaptured({ ...event.payment, method: null })).toEqual(written)
    expect(webhooks.read(written, RECEIVED_AT)).toMatchObject({
      kind: 'CAPTURED',
      payment: { ...event.payment, method: null, notedVendorIds: [] },
    })
  })

  test.each(['', '{', '[]', 'null', '{"event":1}', '{"event":"payment.captured","payload":{}}'])(
    '%j is unreadable, not an error',
    (text) => expect(webhooks.read(Buffer.from(text), RECEIVED_AT)).toEqual({ kind: 'UNREADABLE' }),
  )

  test('ignored events are distinguished from unreadable ones', () => {
    expect(read(eventOf('invoice.paid', {}))).toEqual({ kind: 'OTHER' })
  })
})
