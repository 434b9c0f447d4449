import { beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../../../../tests/support/eventually.ts'
import { captured, eventOf, paymentEntity, type TestOrder } from '../../../../tests/support/payments/gateway-events.ts'
import { paymentFixtureOf } from '../../../../tests/support/payments/payment-fixture.ts'
import { advanceAndSignIn, chargingNobody, newSubscriber } from '../../../../tests/support/payments/subscriptions.ts'
import { type UnmatchedFixture, unmatchedFixture } from '../../../../tests/support/payments/unmatched.ts'
import { newVendor, signIn, startProduct, type TestProduct } from '../../../../tests/support/product.ts'
import { newId } from '../../../platform/ids.ts'
import { createOperator } from '../../auth/accounts/accounts.ts'
import { OPERATOR_EMAIL } from '../../sandbox/seed.ts'

const SOON_MS = 30_000

let product: TestProduct
let vendor: Awaited<ReturnType<typeof newVendor>>
let fixture: UnmatchedFixture
beforeAll(async () => {
  product = await chargingNobody(await startProduct({ sandbox: true }))
  vendor = await newVendor(product, 'Twice & Sons')
  fixture = unmatchedFixture(product, vendor)
})

describe('a payment that cannot be credited', () => {
  test('is listed with vendor, order, amount and reason; vendor and operators are notified once', async () => {
    await createOperator(product.deps, { email: 'second@harkara.test', password: 'seven quiet rivers' })
    const before = await fixture.balanceOf()
    const { id, order } = await fixture.secondPayment()
    expect(await fixture.balanceOf()).toBe(before + 50_000n)
    expect(await fixture.find(id)).toEqual({
      gatewayPaymentId: id,
      state: 'UNPLACED',
      reason: 'DUPLICATE_PAYMENT',
      vendorId: vendor.vendorId,
      companyName: 'Twice & Sons',
      orderId: order.orderId,
      gatewayOrderId: order.gatewayOrderId,
      amountMinorUnit: 50_000,
      currency: 'INR',
      refundedMinorUnit: 0,
      arrivedAt: expect.any(String),
      decidedBy: null,
      closedAt: null,
      creditedVendorId: null,
      refunds: [],
    })
    const [letter] = await eventually(async () => {
      const letters = await fixture.deadLettersOf(id)
      expect(letters.length).toBeGreaterThan(0)
      return letters
    }, SOON_MS)
    expect(letter).toMatchObject({ vendorId: vendor.vendorId, reason: 'DUPLICATE_PAYMENT', closedAt: null })
    for (const event of (await product.gateway.events()).filter(({ body }) => JSON.stringify(body).includes(id)))
      await product.gateway.redeliver(event.eventId)
    await product.post(`/admin/dead-letters/${letter.id}/replay`, undefined, await fixture.refunds.operator())
    await fixture.allProcessed()
    const subject = 'Payment of ₹500.00 needs a decision'
    const support = product.deps.config.SUPPORT_EMAIL
    const mailsTo = (email: string, title: string) =>
      product.mailbox.to(email).filter((mail) => mail.subject === title && mail.text.includes(id))
    await eventually(() => {
      expect(mailsTo(vendor.email, 'We could not credit your payment of ₹500.00')).toHaveLength(1)
      for (const email of [OPERATOR_EMAIL, 'second@harkara.test', support])
        expect(mailsTo(email, subject)).toHaveLength(1)
    }, SOON_MS)
    expect(mailsTo(OPERATOR_EMAIL, subject)[0]?.text).toContain('from “Twice & Sons” could not')
    const { data } = (await product.get('/notifications', vendor)).body
    expect(data.filter(({ kind }: { kind: string }) => kind === 'PAYMENT_UNPLACED')).toHaveLength(1)
    expect((await fixture.list(`gatewayPaymentId=${id}`)).total).toBe(1)
    const { body } = await product.get('/admin/dashboard', await fixture.refunds.operator())
    expect(body.unplacedPayments).toBeGreaterThanOrEqual(1)
  })

  test('is listed for every other reason too, unless its amount is zero or it is not captured', async () => {
    const other = await newVendor(product)
    const order = await fixture.order(60_000)
    const ids = {
      AMOUNT_MISMATCH: await fixture.deliverPayment(order, { amount: 59_999 }),
      CURRENCY_MISMATCH: await fixture.deliverPayment(order, { currency: 'inr' }),
      VENDOR_MISMATCH: await fixture.deliverPayment(order, { notes: { vendorId: other.vendorId } }),
    }
    for (const [reason, id] of Object.entries(ids))
      expect(await fixture.find(id)).toMatchObject({ reason, vendorId: vendor.vendorId, orderId: order.orderId })
    const unknown = await fixture.deliverPayment(order, { order_id: 'order_unknown0000000' })
    expect(await fixture.find(unknown)).toMatchObject({
      reason: 'UNKNOWN_ORDER',
      vendorId: null,
      companyName: null,
      orderId: null,
      gatewayOrderId: 'order_unknown0000000',
    })
    const refusedByGateway = { amount_refunded: 100, refund_status: 'partial' }
    const others = [{ status: 'authorized' }, { status: 'refunded' }, { invoice_id: 'inv_1' }, refusedByGateway]
    for (const change of [{ amount: 0 }, ...others])
      expect(await fixture.find(await fixture.deliverPayment(order, change))).toBeUndefined()
  })

  test('of an unknown order is shown to the vendor that its notes name, and is never credited for that', async () => {
    const named = await newVendor(product, 'Named Ltd')
    const order = await fixture.order(45_000)
    const pay = (notes: object) => fixture.deliverPayment(order, { order_id: 'order_unknown0000001', notes })
    const id = await pay({ vendorId: named.vendorId })
    expect(await fixture.find(id)).toMatchObject({
      state: 'UNPLACED',
      reason: 'UNKNOWN_ORDER',
      vendorId: named.vendorId,
      companyName: 'Named Ltd',
      orderId: null,
    })
    const { data } = (await product.get('/notifications', named)).body
    expect(data.map(({ kind }: { kind: string }) => kind)).toEqual(['PAYMENT_UNPLACED'])
    expect((await product.get('/wallet/balance', named)).body.balanceMinorUnit).toBe(0)
    for (const vendorId of [newId<'vendor'>(), 'nonsense'])
      expect(await fixture.find(await pay({ vendorId }))).toMatchObject({ reason: 'UNKNOWN_ORDER', vendorId: null })
  })

  test('is also recorded for a closed vendor, and for the charge of an ended plan', async () => {
    const [leaver, subscriber] = [await newVendor(product, 'Gone Ltd'), await newSubscriber(product)]
    const order = await paymentFixtureOf(product, leaver).order(40_000, leaver)
    await advanceAndSignIn(product, leaver, 3_660)
    subscriber.token = (await signIn(product, subscriber.email)).body.accessToken
    for (const one of [leaver, subscriber]) {
      const { id } = await fixture.refunds.leave(one)
      await fixture.refunds.ends(id, 'REFUNDED')
    }
    const { paymentId } = await product.gateway.pay(order.gatewayOrderId)
    expect(await fixture.becomes(paymentId, { state: 'UNPLACED' })).toMatchObject({
      reason: 'ACCOUNT_CLOSED',
      vendorId: leaver.vendorId,
      companyName: 'Gone Ltd',
    })
    await eventually(
      () =>
        expect(product.mailbox.to(leaver.email).map(({ subject }) => subject)).toContain(
          'We could not credit your payment of ₹400.00',
        ),
      SOON_MS,
    )
    expect(await fixture.credit(paymentId, leaver.vendorId)).toMatchObject({
      status: 409,
      body: { code: 'INVALID_STATE' },
    })
    expect((await fixture.refund(paymentId)).status).toBe(200)
    await fixture.becomes(paymentId, { state: 'REFUNDED' })
    expect(await fixture.refunds.refundsOf(paymentId)).toMatchObject([{ amount: 40_000 }])

    const charge = { ...paymentEntity({ gatewayOrderId: 'order_x', amountMinorUnit: 294_882, currency: 'INR' }) }
    await fixture.deliverEvent(
      eventOf('subscription.charged', {
        payment: { ...charge, invoice_id: 'inv_1', captured: '1' },
        subscription: { id: subscriber.gatewaySubId },
      }),
    )
    expect(await fixture.find(charge.id)).toMatchObject({
      reason: 'SUBSCRIPTION_ENDED',
      vendorId: subscriber.vendorId,
      amountMinorUnit: 294_882,
    })
    expect(await fixture.deadLettersOf(charge.id)).toMatchObject([{ vendorId: subscriber.vendorId }])
    vendor.token = (await signIn(product, vendor.email)).body.accessToken
  })
})

test('a charge of a mandate that was credited, or refunded in part, buys no cycle when it is reported again', async () => {
  const subscriber = await newSubscriber(product)
  const { db, clock } = product.deps
  const ofSubscriber = () => db.updateTable('subscription').where('vendor_id', '=', subscriber.vendorId as never)
  const cycleEnd = async () => (await product.get('/billing/subscription', subscriber)).body.billingCycleEnd
  const charges = [1, 2].map(() => ({
    ...paymentEntity({ gatewayOrderId: 'order_x', amountMinorUnit: 294_882, currency: 'INR' }),
    invoice_id: 'inv_1',
    captured: '1',
  }))
  const [credited, refunded] = charges.map(({ id }) => id) as [string, string]
  const report = async () => {
    for (const payment of charges)
      await fixture.deliverEvent(
        eventOf('subscription.charged', { payment, subscription: { id: subscriber.gatewaySubId } }),
      )
  }
  const before = await cycleEnd()
  await ofSubscriber().set({ status: 'CANCELLED', cancelled_at: clock.now() }).execute()
  await report()
  expect((await fixture.credit(credited, subscriber.vendorId)).status).toBe(200)
  const refund = { id: 'rfnd_part0000000000', payment_id: refunded, amount: 1_000, status: 'processed' }
  await fixture.deliverEvent(eventOf('refund.processed', { refund }))
  await ofSubscriber().set({ status: 'ACTIVE', cancelled_at: null }).execute()
  await report()
  expect(await fixture.find(credited)).toMatchObject({ state: 'CREDITED' })
  expect(await fixture.find(refunded)).toMatchObject({ state: 'UNPLACED', refundedMinorUnit: 1_000 })
  expect(await cycleEnd()).toBe(before)
})

test('a waiting payment is applied by the replay of its webhook, and not because the gateway reports it again', async () => {
  const { subscriber, endPlan } = await formerSubscriber()
  const [order, second] = [await orderPlan(subscriber, 'MONTHLY'), await orderPlan(subscriber, 'QUARTERLY')]
  await product.gateway.pay(order.gatewayOrderId)
  await eventually(async () => expect(await fixture.statusOf(order, subscriber)).toBe('PAID'), SOON_MS)
  const { paymentId: id } = await product.gateway.pay(second.gatewayOrderId)
  await fixture.becomes(id, { state: 'UNPLACED', reason: 'ALREADY_SUBSCRIBED' })
  const [letter] = await fixture.deadLettersOf(id)
  await endPlan()
  await fixture.deliverEvent(captured({ ...paymentEntity(second), id }))
  expect(await fixture.find(id)).toMatchObject({ state: 'UNPLACED', reason: 'ALREADY_SUBSCRIBED' })
  expect(await fixture.statusOf(second, subscriber)).toBe('CREATED')
  await product.post(`/admin/dead-letters/${letter.id}/replay`, undefined, await fixture.refunds.operator())
  await fixture.becomes(id, { state: 'PLACED' })
  expect(await fixture.statusOf(second, subscriber)).toBe('PAID')
})

/** A vendor that has paid the setup fee and whose plan has ended. */
async function formerSubscriber() {
  const subscriber = await newSubscriber(product)
  const endPlan = () =>
    product.deps.db
      .updateTable('subscription')
      .set({ status: 'CANCELLED', cancelled_at: product.deps.clock.now() })
      .where('vendor_id', '=', subscriber.vendorId as never)
      .execute()
  await endPlan()
  return { subscriber, endPlan }
}

const orderPlan = async (vendor: { token: string }, cycle: string) =>
  (await product.post('/billing/onboarding/create-order', { plan: 'SMB', cycle }, { token: vendor.token }))
    .body as TestOrder

test('replaying its webhook beside a decision lets the payment take effect once', async () => {
  const { subscriber, endPlan } = await formerSubscriber()
  const ordered = (cycle: string) => orderPlan(subscriber, cycle)
  const [order, second, third] = [await ordered('MONTHLY'), await ordered('QUARTERLY'), await ordered('ANNUAL')]
  await product.gateway.pay(order.gatewayOrderId)
  await eventually(async () => expect(await fixture.statusOf(order, subscriber)).toBe('PAID'), SOON_MS)
  const { paymentId: placed } = await product.gateway.pay(second.gatewayOrderId)
  const { paymentId: decided } = await product.gateway.pay(third.gatewayOrderId)
  for (const id of [placed, decided]) await fixture.becomes(id, { state: 'UNPLACED', reason: 'ALREADY_SUBSCRIBED' })
  const [letter] = await fixture.deadLettersOf(placed)
  const [spent] = await fixture.deadLettersOf(decided)
  await fixture.refund(decided)
  expect(
    await product.post(`/admin/dead-letters/${spent.id}/replay`, undefined, await fixture.refunds.operator()),
  ).toMatchObject({
    status: 409,
    body: { code: 'NOT_REPLAYABLE' },
  })
  await endPlan()
  const [replayed, answer] = await Promise.all([
    product.post(`/admin/dead-letters/${letter.id}/replay`, undefined, await fixture.refunds.operator()),
    fixture.refund(placed),
  ])
  expect([200, 409]).toContain(replayed.status)
  await fixture.allProcessed()
  const isRefunded = answer.status === 200
  await fixture.becomes(placed, { state: isRefunded ? 'REFUNDED' : 'PLACED' })
  expect(await fixture.refunds.refundsOf(placed)).toHaveLength(isRefunded ? 1 : 0)
  expect(await fixture.statusOf(second, subscriber)).toBe(isRefunded ? 'CREATED' : 'PAID')
  await fixture.deliverEvent(captured({ ...paymentEntity(third), id: decided }))
  expect(await fixture.statusOf(third, subscriber)).not.toBe('PAID')
})

test('the list is paged, filtered, and for operators only', async () => {
  const all = await fixture.list('pageSize=100')
  const ids = all.data.map(({ gatewayPaymentId }: { gatewayPaymentId: string }) => gatewayPaymentId)
  const walked: string[] = []
  for (let cursor = ''; ; ) {
    const page = await fixture.list(`pageSize=2${cursor}`)
    walked.push(...page.data.map(({ gatewayPaymentId }: { gatewayPaymentId: string }) => gatewayPaymentId))
    expect(page).toMatchObject({ page: 1, pageSize: 2, total: all.total })
    if (!page.nextCursor) break
    cursor = `&cursor=${page.nextCursor}`
  }
  expect(walked).toEqual(ids)
  expect(
    (await fixture.list('pageSize=2&page=2')).data.map((one: { gatewayPaymentId: string }) => one.gatewayPaymentId),
  ).toEqual(ids.slice(2, 4))
  const mine = await fixture.list(`vendorId=${vendor.vendorId}&state=UNPLACED&pageSize=100`)
  expect(mine.total).toBeGreaterThan(0)
  for (const row of mine.data) expect(row).toMatchObject({ vendorId: vendor.vendorId, state: 'UNPLACED' })
  for (const query of ['state=OPEN', 'vendorId=x', 'gatewayPaymentId=%00', 'gatewayPaymentId=', 'other=1', 'cursor=x'])
    expect((await fixture.list(query)).status).toBe(400)
  for (const path of ['payments', `payments?vendorId=${vendor.vendorId}`])
    expect((await product.get(`/admin/${path}`, vendor)).status).toBe(403)
  for (const verb of ['refund', 'credit'])
    expect((await product.post(`/admin/payments/${ids[0]}/${verb}`, { reason: 'x' }, vendor)).status).toBe(403)
})
