import { beforeAll, describe, expect, test } from 'vitest'
import {
  captured,
  eventOf,
  newPaymentId,
  orderPaid,
  paymentEntity,
  type TestOrder,
} from '../../../tests/support/payments/gateway-events.ts'
import { type PaymentFixture, startPaymentFixture } from '../../../tests/support/payments/payment-fixture.ts'
import { deliver } from '../../../tests/support/payments/payments.ts'
import { newVendor } from '../../../tests/support/product.ts'

let fixture: PaymentFixture
let other: Awaited<ReturnType<typeof newVendor>>
beforeAll(async () => {
  fixture = await startPaymentFixture()
  other = await newVendor(fixture.product, 'Bilal & Sons')
})

const lastFlag = async () => (await fixture.inbox()).at(-1)
const letters = () =>
  fixture.product.deps.db.selectFrom('dead_letter').selectAll().where('kind', '=', 'WEBHOOK').execute()

describe('a captured payment', () => {
  test('of a recharge order credits the wallet with its amount, once', async () => {
    const before = await fixture.balanceOf()
    const order = await fixture.order(12_345)
    const payment = await fixture.pay(order)
    expect(await fixture.balanceOf()).toBe(before + 12_345n)
    const credit = { type: 'CREDIT', amount_minor_unit: 12_345n, reference_type: 'RECHARGE' }
    expect(await fixture.creditsOf(payment.id)).toEqual([{ vendor_id: fixture.vendor.vendorId, ...credit }])
    expect(await fixture.statusOf(order)).toBe('PAID')
  })

  test('credits after a failed attempt at the same order, and after an earlier failure of the same payment', async () => {
    const order = await fixture.order()
    const payment = paymentEntity(order)
    await deliver(
      fixture.product,
      eventOf('payment.failed', { payment: { ...payment, status: 'failed', captured: false } }),
    )
    await fixture.allProcessed()
    expect(await fixture.statusOf(order)).toBe('FAILED')
    await deliver(fixture.product, captured(payment))
    await fixture.allProcessed()
    expect(await fixture.statusOf(order)).toBe('PAID')
    expect(await fixture.creditsOf(payment.id)).toHaveLength(1)
  })

  test('stays paid when a failure follows', async () => {
    const order = await fixture.order()
    const payment = await fixture.pay(order)
    await deliver(fixture.product, eventOf('payment.failed', { payment: { ...payment, status: 'failed' } }))
    await fixture.allProcessed()
    expect(await fixture.statusOf(order)).toBe('PAID')
  })

  test('that is the second of a paid order is flagged for an operator and credits nothing', async () => {
    const order = await fixture.order()
    await fixture.pay(order)
    const before = await fixture.balanceOf()
    const second = await fixture.pay(order)
    expect(await fixture.creditsOf(second.id)).toEqual([])
    expect(await fixture.balanceOf()).toBe(before)
    const event = await lastFlag()
    expect(event).toMatchObject({ status: 'FLAGGED', flag: 'DUPLICATE_PAYMENT' })
    expect(await letters()).toContainEqual(
      expect.objectContaining({ id: event?.id, reason: 'DUPLICATE_PAYMENT', name: 'GATEWAY' }),
    )
    expect(fixture.product.logLines.some((line) => line.includes('"DUPLICATE_PAYMENT"'))).toBe(true)
  })
})

/** Everything that can be wrong about a payment. None of these may move money. */
const WRONG = {
  AMOUNT_MISMATCH: [
    ...[1, 49_999, 50_001, 5_000_000, 0, 500].map((amount) => ({ amount })),
    { amount: 49_999, base_amount: 50_000 },
    { amount: 100_000, amount_refunded: 0 },
  ],
  CURRENCY_MISMATCH: ['USD', 'inr', '', 'JPY', 'KWD', 'INR '].map((currency) => ({ currency })),
  VENDOR_MISMATCH: [
    { notes: { vendorId: 'OTHER' } },
    { notes: { vendorId: '' } },
    { notes: { vendorId: null } },
    { notes: { vendorId: 'OTHER', type: 'WALLET' } },
  ],
  UNKNOWN_ORDER: [
    ...['order_unknown0000000', '', 'ORDER', "'; drop table payment_order; --"].map((order_id) => ({ order_id })),
    { order_id: null },
    { order_id: undefined },
  ],
  SUBSCRIPTION_CHARGE: [
    { invoice_id: 'inv_DESlfW9H8K9uqM' },
    { invoice_id: 'inv_DESlfW9H8K9uqM', captured: '1' },
    { invoice_id: 'inv_DESlfW9H8K9uqM', order_id: null },
  ],
  NOT_CAPTURED: [
    ...['authorized', 'created', 'failed', 'CAPTURED', ''].map((status) => ({ status })),
    { captured: false },
    { captured: '0' },
    { captured: null },
    { status: 'authorized', captured: true },
  ],
  REFUNDED: [
    { status: 'refunded' },
    { amount_refunded: 50_000, refund_status: 'full' },
    { amount_refunded: 1, refund_status: 'partial' },
  ],
  UNREADABLE: [
    { amount: '50000' },
    { amount: 50_000.5 },
    { amount: -50_000 },
    { amount: null },
    { amount: [50_000] },
    { id: '' },
    { id: 7 },
    { id: undefined },
    { currency: 840 },
    { order_id: 7 },
  ],
}
const cases = Object.entries(WRONG).flatMap(([flag, changes]) => changes.map((change) => ({ flag, change })))

describe(`${cases.length} crafted payments`, () => {
  const balances = async () => [await fixture.balanceOf(), await fixture.balanceOf(other)]
  const orders: TestOrder[] = []
  let events: Awaited<ReturnType<typeof fixture.inbox>>
  let [before, after]: bigint[][] = []
  beforeAll(async () => {
    before = await balances()
    for (const { change } of cases) {
      const order = await fixture.order()
      orders.push(order)
      const crafted = JSON.stringify(captured({ ...paymentEntity(order), ...change }))
      expect((await deliver(fixture.product, crafted.replaceAll('OTHER', other.vendorId))).status).toBe(200)
    }
    await fixture.allProcessed()
    events = (await fixture.inbox()).slice(-cases.length)
    after = await balances()
  })

  test('none of them moves money', () => expect(after).toEqual(before))

  test.each(cases.map((one, i) => ({ ...one, i })))('$flag: $change is kept with this flag', async ({ flag, i }) => {
    expect(events[i]).toMatchObject({ status: 'FLAGGED', flag })
    expect(await fixture.statusOf(orders[i] as TestOrder)).toBe('CREATED')
  })

  test('each of their orders can still be paid', async () => {
    await Promise.all(orders.map((order) => deliver(fixture.product, captured(paymentEntity(order)))))
    await fixture.allProcessed()
    expect(await fixture.balanceOf()).toBe((before?.[0] ?? 0n) + BigInt(orders.length) * 50_000n)
  })

  test('an order.paid event that names another order than its payment', async () => {
    const [order, decoy] = [await fixture.order(), await fixture.order()]
    const event = orderPaid(paymentEntity(order))
    const payload = { ...event.payload, order: { entity: { id: decoy.gatewayOrderId, notes: [] } } }
    await deliver(fixture.product, { ...event, payload })
    await fixture.allProcessed()
    expect(await lastFlag()).toMatchObject({ flag: 'UNREADABLE' })
    expect([await fixture.statusOf(order), await fixture.statusOf(decoy)]).toEqual(['CREATED', 'CREATED'])
  })

  test("another vendor's order is credited to that vendor, regardless of the payer", async () => {
    const order = await fixture.order(70_000, other)
    const before = await fixture.balanceOf()
    await fixture.pay(order)
    expect([await fixture.balanceOf(), await fixture.balanceOf(other)]).toEqual([before, 70_000n])
  })
})

describe('one payment reported by several events', () => {
  const eventKinds = { captured, orderPaid }
  const names = Object.keys(eventKinds) as (keyof typeof eventKinds)[]
  const pairs = names.flatMap((first) => names.map((second) => ({ first, second })))

  test.each(pairs)('$first, then $second: one credit', async ({ first, second }) => {
    const order = await fixture.order()
    const payment = paymentEntity(order)
    for (const name of [first, second, first]) {
      expect((await deliver(fixture.product, eventKinds[name](payment))).status).toBe(200)
      await fixture.allProcessed()
    }
    expect(await fixture.creditsOf(payment.id)).toHaveLength(1)
  })

  test.each(pairs)('$first and $second at the same moment: one credit', async ({ first, second }) => {
    const order = await fixture.order()
    const payment = paymentEntity(order)
    await Promise.all([first, second].map((name) => deliver(fixture.product, eventKinds[name](payment))))
    await fixture.allProcessed()
    expect(await fixture.creditsOf(payment.id)).toHaveLength(1)
    expect(await lastFlag()).toMatchObject({ status: 'DONE' })
  })

  test('two concurrent payments of one order: one is credited, the other is flagged', async () => {
    const order = await fixture.order()
    const payments = [paymentEntity(order), { ...paymentEntity(order), id: newPaymentId() }]
    const before = await fixture.balanceOf()
    await Promise.all(payments.map((payment) => deliver(fixture.product, captured(payment))))
    await fixture.allProcessed()
    expect(await fixture.balanceOf()).toBe(before + 50_000n)
    const flags = (await fixture.inbox()).slice(-2).map(({ flag }) => flag)
    expect(flags.sort()).toEqual(['DUPLICATE_PAYMENT', null])
  })
})
