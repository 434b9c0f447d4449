import { beforeAll, describe, expect, test } from 'vitest'
import { captured, eventOf, paymentEntity } from '../../../../tests/support/payments/gateway-events.ts'
import { chargingNobody, newSubscriber } from '../../../../tests/support/payments/subscriptions.ts'
import { type UnmatchedFixture, unmatchedFixture } from '../../../../tests/support/payments/unmatched.ts'
import { newVendor, startProduct, type TestProduct } from '../../../../tests/support/product.ts'

let product: TestProduct
let fixture: UnmatchedFixture
beforeAll(async () => {
  product = await chargingNobody(await startProduct({ sandbox: true }))
  fixture = unmatchedFixture(product, await newVendor(product))
})

describe('a charge of a mandate that does not name its invoice', () => {
  const chargeOf = () => paymentEntity({ gatewayOrderId: 'order_x', amountMinorUnit: 294_882, currency: 'INR' })
  const chargedAs = (payment: object, { gatewaySubId }: { gatewaySubId: string }) =>
    eventOf('subscription.charged', { payment, subscription: { id: gatewaySubId } })
  const cycleEnd = async (who: { token: string }) =>
    (await product.get('/billing/subscription', who)).body.billingCycleEnd
  const flagsOf = (about: string) =>
    product.deps.db.selectFrom('webhook_inbox').select('flag').where('about', '=', about).execute()

  test('and is known from subscription.charged is no payment for operators', async () => {
    const subscriber = await newSubscriber(product)
    const payment = { ...chargeOf(), order_id: null }
    await fixture.deliverEvent(chargedAs(payment, subscriber))
    await fixture.deliverEvent(captured(payment))
    expect(await fixture.find(payment.id)).toBeUndefined()
    expect(await flagsOf(payment.id)).toEqual([{ flag: 'SUBSCRIPTION_CHARGE' }])
    expect(await product.get(`/admin/dead-letters?pageSize=100`, await fixture.refunds.operator())).not.toMatchObject({
      body: { data: expect.arrayContaining([expect.objectContaining({ reason: 'SUBSCRIPTION_CHARGE' })]) },
    })
  })

  test('buys its cycle also when payment.captured arrived before subscription.charged', async () => {
    const subscriber = await newSubscriber(product)
    const before = await cycleEnd(subscriber)
    const payment = { ...chargeOf(), order_id: null }
    await fixture.deliverEvent(captured(payment))
    expect(await fixture.find(payment.id)).toMatchObject({ state: 'UNPLACED', reason: 'UNKNOWN_ORDER' })
    await fixture.deliverEvent(chargedAs(payment, subscriber))
    expect(await fixture.find(payment.id)).toMatchObject({ state: 'PLACED' })
    expect((await cycleEnd(subscriber)) > before).toBe(true)
    expect((await fixture.deadLettersOf(payment.id)).every(({ closedAt }) => closedAt !== null)).toBe(true)
    expect((await fixture.refund(payment.id)).status).toBe(409)
  })

  test('and was credited by an operator before subscription.charged buys no cycle', async () => {
    const subscriber = await newSubscriber(product)
    const before = await cycleEnd(subscriber)
    const payment = { ...chargeOf(), order_id: null }
    await fixture.deliverEvent(captured(payment))
    expect((await fixture.credit(payment.id, subscriber.vendorId)).status).toBe(200)
    await fixture.deliverEvent(chargedAs(payment, subscriber))
    expect(await fixture.find(payment.id)).toMatchObject({ state: 'CREDITED' })
    expect(await cycleEnd(subscriber)).toBe(before)
  })
})
