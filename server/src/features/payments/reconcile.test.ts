import { beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../../../tests/support/eventually.ts'
import {
  captured,
  eventOf,
  newPaymentId,
  paymentEntity,
  type TestOrder,
} from '../../../tests/support/payments/gateway-events.ts'
import { type PaymentFixture, startPaymentFixture } from '../../../tests/support/payments/payment-fixture.ts'
import { deliver } from '../../../tests/support/payments/payments.ts'
import { signIn } from '../../../tests/support/product.ts'
import { ORDER_CHECK_HOURS_AFTER_END, ORDER_TTL_HOURS } from '../../domain/limits.ts'
import { hmac } from '../../platform/crypto/signing.ts'
import type { GatewayPayment, ReportedPayment } from '../../ports/payment-gateway.ts'
import { OPERATOR_EMAIL, SANDBOX_PASSWORD } from '../sandbox/seed.ts'
import { reconcileOrders } from './reconcile.ts'
import { settlePayment } from './settle.ts'

let fixture: PaymentFixture
beforeAll(async () => {
  fixture = await startPaymentFixture({ env: { ACCESS_TOKEN_TTL_SECONDS: '86400' } })
})

/** Pays at the gateway without sending a webhook. */
function payUnheard(order: TestOrder, change: Partial<GatewayPayment> = {}): string {
  const payment = {
    gatewayPaymentId: newPaymentId(),
    amountMinorUnit: BigInt(order.amountMinorUnit),
    currency: order.currency,
    status: 'captured' as const,
    isRefunded: false,
    invoiceId: null,
    ...change,
  }
  const known = fixture.gateway.payments.get(order.gatewayOrderId) ?? []
  fixture.gateway.payments.set(order.gatewayOrderId, [...known, payment])
  return payment.gatewayPaymentId
}
/** A captured payment of which the gateway has returned a part on its own pages. */
function payPartlyRefunded(order: TestOrder, amountMinorUnit: bigint) {
  const id = payUnheard(order, { isRefunded: true })
  const refund = { gatewayRefundId: `rfnd_${id}`, amountMinorUnit, status: 'processed' as const, notes: {} }
  fixture.gateway.refunds.set(id, [refund])
  return id
}
async function unmatchedOf(gatewayPaymentId: string) {
  const { accessToken } = (await signIn(fixture.product, OPERATOR_EMAIL, SANDBOX_PASSWORD)).body
  return (await fixture.product.get(`/admin/payments?gatewayPaymentId=${gatewayPaymentId}`, { token: accessToken }))
    .body.data[0]
}
const isPaid = (order: TestOrder) => eventually(async () => expect(await fixture.statusOf(order)).toBe('PAID'), 30_000)

describe('lost webhooks', () => {
  const ORDERS = 50
  const DROPPED_EVERY = 5

  test(`with one webhook in ${DROPPED_EVERY} dropped, all ${ORDERS} paid orders are settled in the end`, async () => {
    const before = await fixture.balanceOf()
    const orders = []
    for (let i = 0; i < ORDERS; i++) {
      const order = await fixture.order(1_000 + i)
      orders.push(order)
      const gatewayPaymentId = payUnheard(order)
      if (i % DROPPED_EVERY > 0)
        await deliver(fixture.product, captured({ ...paymentEntity(order), id: gatewayPaymentId }))
    }
    await fixture.allProcessed()
    await fixture.product.advance(60)
    for (const order of orders) await isPaid(order)
    const sum = orders.reduce((total, { amountMinorUnit }) => total + BigInt(amountMinorUnit), 0n)
    expect(await fixture.balanceOf()).toBe(before + sum)
  })

  test('are also made up for when the gateway is unavailable at first', async () => {
    const order = await fixture.order()
    payUnheard(order)
    fixture.gateway.isAway = true
    await fixture.product.advance(60)
    const lines = () => fixture.product.logLines.filter((line) => line.includes('order.check_failed')).length
    await eventually(() => expect(lines()).toBeGreaterThan(0), 30_000)
    fixture.gateway.isAway = false
    await fixture.product.advance(120)
    await isPaid(order)
  })

  test('that arrive late change nothing', async () => {
    const order = await fixture.order()
    const id = payUnheard(order)
    await fixture.product.advance(60)
    await isPaid(order)
    await deliver(fixture.product, captured({ ...paymentEntity(order), id }))
    await fixture.allProcessed()
    expect(await fixture.creditsOf(id)).toHaveLength(1)
  })

  test('do not turn a payment that is not captured, or not ours, into a credit', async () => {
    const order = await fixture.order()
    payUnheard(order, { status: 'authorized' })
    payUnheard(order, { status: 'failed' })
    payUnheard(order, { amountMinorUnit: 1n })
    payUnheard(order, { currency: 'USD' })
    payUnheard(order, { invoiceId: 'inv_1' })
    fixture.gateway.asked.length = 0
    await fixture.product.advance(60)
    await eventually(() => expect(fixture.gateway.asked).toContain(order.gatewayOrderId), 30_000)
    expect(await fixture.statusOf(order)).toBe('CREATED')
  })

  test('do not credit a payment that was partly refunded: an operator decides about the rest', async () => {
    const [order, before] = [await fixture.order(1_000_000), await fixture.balanceOf()]
    const id = payPartlyRefunded(order, 999_900n)
    await fixture.product.advance(60)
    const row = await eventually(async () => {
      const found = await unmatchedOf(id)
      expect(found).toBeDefined()
      return found
    }, 30_000)
    const expected = { state: 'UNPLACED', reason: 'REFUNDED', orderId: order.orderId, refundedMinorUnit: 999_900 }
    expect(row).toMatchObject({ ...expected, vendorId: fixture.vendor.vendorId, amountMinorUnit: 1_000_000 })
    const refund = { id: `rfnd_${id}`, payment_id: id, amount: 999_900, status: 'processed' }
    await deliver(fixture.product, eventOf('refund.processed', { refund }))
    await fixture.allProcessed()
    expect((await unmatchedOf(id)).refundedMinorUnit).toBe(999_900)
    expect([await fixture.statusOf(order), await fixture.balanceOf()]).toEqual(['CREATED', before])
  })

  test('say nothing about a payment that was credited and later refunded in part', async () => {
    const order = await fixture.order()
    const id = payPartlyRefunded(order, 20_000n)
    await deliver(fixture.product, captured({ ...paymentEntity(order), id }))
    await fixture.allProcessed()
    const [payment] = fixture.gateway.payments.get(order.gatewayOrderId) ?? []
    const reported = { ...payment, gatewayOrderId: order.gatewayOrderId, isCaptured: true, method: null }
    expect(await settlePayment(fixture.product.deps, { ...(reported as ReportedPayment), notedVendorIds: [] })).toEqual(
      { kind: 'DONE' },
    )
    expect(await unmatchedOf(id)).toBeUndefined()
  })

  test("the gateway is asked less and less often, at the order's expiry, a day later, and then no more", async () => {
    const order = await fixture.order()
    fixture.gateway.asked.length = 0
    const times = () => fixture.gateway.asked.filter((id) => id === order.gatewayOrderId).length
    const checkAt = async () => {
      const { db } = fixture.product.deps
      const query = db.selectFrom('payment_order').select('next_check_at').where('id', '=', order.orderId)
      return (await query.executeTakeFirstOrThrow()).next_check_at
    }
    const waits: number[] = []
    for (let due = await checkAt(); due; due = await checkAt()) {
      const seconds = Math.ceil((due.getTime() - fixture.product.deps.clock.now().getTime()) / 1_000) + 1
      waits.push(seconds)
      const before = times()
      await fixture.product.advance(seconds)
      await reconcileOrders(fixture.product.deps)
      await eventually(() => expect(times()).toBeGreaterThan(before), 30_000)
      if (waits.length > 6) await fixture.product.advance(12 * 3_600)
    }
    expect(waits.slice(0, 4).every((wait, i) => i === 0 || wait > (waits[i - 1] ?? 0))).toBe(true)
    const ends = fixture.product.deps.db.selectFrom('payment_order').select('status').where('id', '=', order.orderId)
    expect(await ends.executeTakeFirst()).toEqual({ status: 'EXPIRED' })
  })

  test('a second payment of an order is found and flagged for an operator once', async () => {
    const lettersFor = async (gatewayPaymentId: string) => {
      const events = await fixture.product.deps.db
        .selectFrom('webhook_inbox')
        .select(['id', 'flag'])
        .where('about', '=', gatewayPaymentId)
        .execute()
      const { data } = (await fixture.product.get('/admin/dead-letters?pageSize=100', operator)).body
      return events.filter(({ id }) => data.some((letter: { id: string }) => letter.id === id)).map(({ flag }) => flag)
    }
    const operator = { token: (await signIn(fixture.product, OPERATOR_EMAIL, SANDBOX_PASSWORD)).body.accessToken }
    fixture.vendor.token = (await signIn(fixture.product, fixture.vendor.email)).body.accessToken
    const [order, known] = [await fixture.order(), await fixture.order()]
    await deliver(fixture.product, captured({ ...paymentEntity(order), id: payUnheard(order) }))
    await deliver(fixture.product, captured({ ...paymentEntity(known), id: payUnheard(known) }))
    await fixture.allProcessed()
    const [unheard, heard] = [payUnheard(order), payUnheard(known)]
    await deliver(fixture.product, captured({ ...paymentEntity(known), id: heard }))
    await fixture.allProcessed()
    fixture.gateway.asked.length = 0
    const times = () => fixture.gateway.asked.filter((id) => id === order.gatewayOrderId).length
    await fixture.product.advance((ORDER_TTL_HOURS + ORDER_CHECK_HOURS_AFTER_END) * 3_600 + 60)
    await eventually(() => expect(times()).toBe(1), 30_000)
    await eventually(async () => {
      const again = (await signIn(fixture.product, OPERATOR_EMAIL, SANDBOX_PASSWORD)).body.accessToken
      operator.token = again
      expect(await lettersFor(unheard)).toEqual(['DUPLICATE_PAYMENT'])
    }, 30_000)
    expect(await lettersFor(heard)).toEqual(['DUPLICATE_PAYMENT'])
    expect([await fixture.creditsOf(unheard), await fixture.creditsOf(heard)]).toEqual([[], []])
    await reconcileOrders(fixture.product.deps)
    expect(times()).toBe(1)
  })
})

describe('confirming the checkout', () => {
  const sign = (order: TestOrder, gatewayPaymentId: string) =>
    hmac(fixture.product.deps.config.GATEWAY_KEY_SECRET, `${order.gatewayOrderId}|${gatewayPaymentId}`).toString('hex')
  const confirm = (order: TestOrder, gatewayPaymentId: string, signature = sign(order, gatewayPaymentId)) =>
    fixture.product.post(`/billing/orders/${order.orderId}/confirm`, { gatewayPaymentId, signature }, fixture.vendor)
  beforeAll(async () => {
    fixture.vendor.token = (await signIn(fixture.product, fixture.vendor.email)).body.accessToken
  })

  test('settles the order at once, with its invoice', async () => {
    const order = await fixture.order()
    const id = payUnheard(order)
    expect(await confirm(order, id)).toMatchObject({
      status: 200,
      body: { status: 'PAID', invoiceIds: [expect.any(String)], checkoutUrl: null },
    })
    expect(await confirm(order, id)).toMatchObject({ status: 200, body: { status: 'PAID' } })
    expect(await fixture.creditsOf(id)).toHaveLength(1)
  })

  test('ten times beside ten webhooks credits once', async () => {
    const order = await fixture.order()
    const id = payUnheard(order)
    const payment = { ...paymentEntity(order), id }
    const answers = await Promise.all([
      ...Array.from({ length: 10 }, () => confirm(order, id)),
      ...Array.from({ length: 10 }, () => deliver(fixture.product, captured(payment))),
    ])
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    await fixture.allProcessed()
    expect(await fixture.creditsOf(id)).toHaveLength(1)
    expect(await fixture.statusOf(order)).toBe('PAID')
  })

  test('needs a valid signature for this order and payment', async () => {
    const [order, decoy] = [await fixture.order(), await fixture.order()]
    const id = payUnheard(order)
    const wrong = [sign(decoy, id), sign(order, newPaymentId()), 'x', '0'.repeat(64), sign(order, id).toUpperCase()]
    for (const signature of wrong)
      expect(await confirm(order, id, signature)).toMatchObject({
        status: 400,
        body: { code: 'PAYMENT_SIGNATURE_INVALID' },
      })
    expect(await fixture.statusOf(order)).toBe('CREATED')
  })

  test('does not succeed when the gateway does not have the money', async () => {
    for (const change of [{ status: 'authorized' }, { amountMinorUnit: 1n }] as const) {
      const order = await fixture.order()
      const id = payUnheard(order, change)
      expect(await confirm(order, id)).toMatchObject({ status: 422, body: { code: 'PAYMENT_NOT_CONFIRMED' } })
      expect(await fixture.creditsOf(id)).toEqual([])
    }
    const order = await fixture.order()
    expect((await confirm(order, newPaymentId())).status).toBe(422)
  })

  test('of money that arrived and was not booked says so, and that nothing more is to be paid', async () => {
    const detailOf = async (order: Parameters<typeof confirm>[0], id: string) => {
      const { status, body } = await confirm(order, id)
      expect({ status, code: body.code }).toEqual({ status: 422, code: 'PAYMENT_NOT_CONFIRMED' })
      return body.detail
    }
    const arrived = expect.stringMatching(/has arrived.*was not booked.*do not need to pay again/)
    const waiting = expect.stringMatching(/not recorded .* yet/)
    const order = await fixture.order()
    expect((await confirm(order, payUnheard(order))).status).toBe(200)
    const twice = payUnheard(order)
    expect(await detailOf(order, twice)).toEqual(arrived)
    expect(await detailOf(order, twice)).toEqual(arrived)
    const other = await fixture.order()
    expect(await detailOf(other, payUnheard(other, { amountMinorUnit: 1n }))).toEqual(arrived)
    expect(await detailOf(other, payUnheard(other, { status: 'authorized' }))).toEqual(waiting)
    expect(await detailOf(other, payPartlyRefunded(other, 100n))).toMatch(/has been refunded/)
    expect(await fixture.statusOf(other)).toBe('CREATED')
    expect(await detailOf(other, payUnheard(other, { status: 'refunded', isRefunded: true }))).toMatch(
      /has been refunded/,
    )
  })

  test('answers 503 while the gateway is unavailable, and the payment is found later', async () => {
    const order = await fixture.order()
    const id = payUnheard(order)
    fixture.gateway.isAway = true
    expect(await confirm(order, id)).toMatchObject({ status: 503, body: { code: 'GATEWAY_UNAVAILABLE' } })
    fixture.gateway.isAway = false
    expect((await confirm(order, id)).status).toBe(200)
  })
})
