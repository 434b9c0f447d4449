import { beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../../../tests/support/eventually.ts'
import { type RefundFixture, refundFixture } from '../../../tests/support/payments/refunds.ts'
import {
  chargingNobody,
  newSubscriber,
  notificationKinds,
  subscriptionOf,
  untilSubscription,
} from '../../../tests/support/payments/subscriptions.ts'
import { newMember, newVendor, startProduct, type TestProduct } from '../../../tests/support/product.ts'

let product: TestProduct
let fixture: RefundFixture
beforeAll(async () => {
  product = await chargingNobody(await startProduct({ sandbox: true }))
  fixture = refundFixture(product)
})

type Owner = Awaited<ReturnType<typeof newSubscriber>>
const SMB = { plan: 'SMB', cycle: 'MONTHLY' }
const ENTERPRISE = { plan: 'ENTERPRISE', cycle: 'MONTHLY' }

const bonusOf = async (vendor: Owner) =>
  (await product.get('/wallet/balance', { token: vendor.token })).body.bonusBalanceMinorUnit as number
const change = (vendor: Owner, to: object) => product.post('/billing/subscription/change', to, { token: vendor.token })
const withdraw = (who: { token: string }, id: string) =>
  product.del(`/billing/refund-requests/${id}`, { token: who.token })
const open = async (vendor: Owner, invoiceId: string, basis = 'PLATFORM_ERROR') =>
  product.post(
    '/admin/refunds',
    { vendorId: vendor.vendorId, invoiceId, basis, reason: 'A day without service.' },
    await fixture.operator(),
  )

async function expectBlocked(vendor: Owner, refundRequestId: string) {
  const expected = { status: 409, body: { code: 'REFUND_PENDING', refundRequestId } }
  for (const to of [SMB, { plan: 'ENTERPRISE', cycle: 'ANNUAL' }])
    expect(await change(vendor, to), JSON.stringify(to)).toMatchObject(expected)
  for (const path of ['/billing/subscription/cancel', '/billing/subscription/pay'])
    expect(await product.post(path, undefined, vendor), path).toMatchObject(expected)
  expect(await product.get('/billing/subscription/change?plan=SMB&cycle=MONTHLY', vendor)).toMatchObject(expected)
  const custom = { plan: 'CUSTOM', monthlyAmountPaise: 100_000, conversationCap: 1_000 }
  const byOperator = `/admin/vendors/${vendor.vendorId}/subscription`
  expect(await product.call('PUT', byOperator, custom, await fixture.operator())).toMatchObject(expected)
  expect(await subscriptionOf(product, vendor)).toMatchObject({ plan: 'ENTERPRISE', cancelAtCycleEnd: false })
  expect(await bonusOf(vendor)).toBe(0)
}

describe('while a refund of a plan is open', () => {
  test('the plan is not changed, cancelled or paid, by an operator neither, until the vendor withdraws its request', async () => {
    const vendor = await newSubscriber(product, 'ENTERPRISE')
    const invoice = await fixture.invoice(vendor, 'SUBSCRIPTION')
    const { body } = await fixture.ask(vendor, { invoiceId: invoice.id })
    await expectBlocked(vendor, body.id)

    const [member, other] = [await newMember(product, vendor.token), await newVendor(product)]
    expect((await withdraw(member, body.id)).status).toBe(403)
    for (const id of [body.id, 'nonsense']) expect((await withdraw(other, id)).status).toBe(404)
    expect(await withdraw(vendor, body.id)).toMatchObject({
      status: 200,
      body: { id: body.id, status: 'WITHDRAWN', amountMinorUnit: null, finishedAt: expect.any(String) },
    })
    expect(await withdraw(vendor, body.id)).toMatchObject({
      status: 409,
      body: { code: 'INVALID_STATE', currentStatus: 'WITHDRAWN' },
    })
    expect(await fixture.decide(body.id, 'approve')).toMatchObject({
      status: 409,
      body: { currentStatus: 'WITHDRAWN' },
    })
    expect((await product.get('/admin/refunds?status=WITHDRAWN', await fixture.operator())).body.data).toMatchObject([
      { id: body.id },
    ])
    expect(await notificationKinds(product, vendor)).toContain('REFUND_WITHDRAWN')
    // A withdrawn request can be made again, and the plan can be changed.
    const again = await fixture.ask(vendor, { invoiceId: invoice.id })
    expect(again.status).toBe(201)
    await withdraw(vendor, again.body.id)
    expect(await change(vendor, SMB)).toMatchObject({ status: 200, body: { plan: 'SMB' } })
  })

  test('this holds until the money is refunded, and the request cannot be withdrawn once approved', async () => {
    const vendor = await newSubscriber(product, 'ENTERPRISE')
    const invoice = await fixture.invoice(vendor, 'SUBSCRIPTION')
    const { body } = await fixture.ask(vendor, { invoiceId: invoice.id })
    await product.gateway.script({ refundStatus: 'pending' })
    expect((await fixture.decide(body.id, 'approve')).status).toBe(200)
    const { payouts } = await eventually(async () => {
      const request = await fixture.read(body.id)
      expect(request).toMatchObject({ status: 'PROCESSING', payouts: [{ status: 'ACCEPTED' }] })
      return request
    }, 15_000)
    await expectBlocked(vendor, body.id)
    expect(await withdraw(vendor, body.id)).toMatchObject({ status: 409, body: { currentStatus: 'PROCESSING' } })
    await product.gateway.script({ refundStatus: 'processed' })
    await product.gateway.settleRefund(payouts[0].gatewayRefundId, 'process')
    await fixture.ends(body.id, 'REFUNDED')
    expect(await subscriptionOf(product, vendor)).toMatchObject({ status: 'CANCELLED' })
  })

  test('of a concurrent withdrawal and approval exactly one succeeds', async () => {
    const vendor = await newSubscriber(product)
    const invoice = await fixture.invoice(vendor, 'SUBSCRIPTION')
    for (let round = 0; round < 5; round++) {
      const { body, status } = await fixture.ask(vendor, { invoiceId: invoice.id })
      if (status !== 201) break
      const [yes, back] = await Promise.all([fixture.decide(body.id, 'approve'), withdraw(vendor, body.id)])
      expect([yes.status, back.status].sort()).toEqual([200, 409])
      await fixture.ends(body.id, yes.status === 200 ? 'REFUNDED' : 'WITHDRAWN')
      expect(await fixture.refundsOf(invoice.gatewayPaymentId)).toHaveLength(yes.status === 200 ? 1 : 0)
      if (yes.status === 200) break
    }
  })

  test('of a concurrent request and downgrade the vendor gets one: the refund or the bonus', async () => {
    for (let round = 0; round < 4; round++) {
      const vendor = await newSubscriber(product, 'ENTERPRISE')
      const invoice = await fixture.invoice(vendor, 'SUBSCRIPTION')
      const [asked, changed] = await Promise.all([fixture.ask(vendor, { invoiceId: invoice.id }), change(vendor, SMB)])
      expect([asked.status === 201, changed.status === 200].filter(Boolean)).toHaveLength(1)
      expect((await bonusOf(vendor)) > 0).toBe(changed.status === 200)
    }
  })
})

describe('a payment for the plan that arrives while a request is open', () => {
  test('activates what was paid and ends the request: nothing is refunded, the plan continues', async () => {
    const vendor = await newSubscriber(product)
    const invoice = await fixture.invoice(vendor, 'SUBSCRIPTION')
    const order = await change(vendor, ENTERPRISE)
    expect(order.status).toBe(201)
    const { body } = await fixture.ask(vendor, { invoiceId: invoice.id })
    await product.gateway.pay(order.body.gatewayOrderId)
    await untilSubscription(product, vendor, { plan: 'ENTERPRISE', status: 'ACTIVE' })
    expect(await fixture.read(body.id)).toMatchObject({
      status: 'REJECTED',
      decisionReason: 'SUPERSEDED',
      decidedBy: null,
      decidedAt: expect.any(String),
      amountMinorUnit: null,
    })
    expect((await product.get(`/billing/refund-requests/${body.id}`, vendor)).body).toMatchObject({
      decisionReason: 'SUPERSEDED',
    })
    expect(await fixture.decide(body.id, 'approve')).toMatchObject({ status: 409, body: { currentStatus: 'REJECTED' } })
    expect(await fixture.refundsOf(invoice.gatewayPaymentId)).toEqual([])
    expect(await fixture.audit('REFUND_SUPERSEDED', body.id)).toMatchObject([{ operatorId: null }])
    expect(await notificationKinds(product, vendor)).toContain('REFUND_SUPERSEDED')
    // No request is open any more.
    expect(await change(vendor, SMB)).toMatchObject({ status: 200 })
  })
})

describe('approval checks again', () => {
  test('what was returned as bonus is not refunded, and the operator is warned before', async () => {
    const vendor = await newSubscriber(product, 'ENTERPRISE')
    const invoice = await fixture.invoice(vendor, 'SUBSCRIPTION')
    expect(await change(vendor, SMB)).toMatchObject({ status: 200 })
    const { body } = await open(vendor, invoice.id)
    const request = await fixture.read(body.id)
    expect(request).toMatchObject({ decidedBy: null, decisionReason: null, refundableMinorUnit: 0 })
    expect(codesOf(request)).toEqual(['PLAN_CHANGED', 'BONUS_GRANTED'])
    for (const amountMinorUnit of [undefined, 100])
      expect(await fixture.decide(body.id, 'approve', { amountMinorUnit })).toMatchObject({
        status: 409,
        body: { code: 'NO_LONGER_REFUNDABLE', reason: 'RETURNED_AS_BONUS' },
      })
    expect(await fixture.refundsOf(invoice.gatewayPaymentId)).toEqual([])
    expect((await fixture.decide(body.id, 'reject')).status).toBe(200)
    const { operatorId } = (await fixture.audit('REFUND_REJECTED', body.id))[0]
    expect((await fixture.read(body.id)).decidedBy).toEqual({ id: operatorId, email: expect.stringContaining('@') })
  })

  test('what was used for an upgrade is not refunded', async () => {
    const vendor = await newSubscriber(product)
    const invoice = await fixture.invoice(vendor, 'SUBSCRIPTION')
    const order = await change(vendor, ENTERPRISE)
    await product.gateway.pay(order.body.gatewayOrderId)
    await untilSubscription(product, vendor, { plan: 'ENTERPRISE' })
    const { body } = await open(vendor, invoice.id)
    expect(codesOf(await fixture.read(body.id))).toEqual(['PLAN_CHANGED', 'PLAN_PAID_AGAIN'])
    expect(await fixture.decide(body.id, 'approve')).toMatchObject({
      status: 409,
      body: { code: 'NO_LONGER_REFUNDABLE', reason: 'SUPERSEDED' },
    })
    expect(await subscriptionOf(product, vendor)).toMatchObject({ plan: 'ENTERPRISE', status: 'ACTIVE' })
  })
})

// biome-ignore lint/suspicious/noExplicitAny: an answer of the API
const codesOf = (request: any) => request.warnings.map(({ code }: { code: string }) => code)

describe('a refunded payment has no value left', () => {
  test('a plan whose payment was refunded in full gives no bonus, and an upgrade costs its full price', async () => {
    const vendor = await newSubscriber(product, 'ENTERPRISE')
    const invoice = await fixture.invoice(vendor, 'SUBSCRIPTION')
    const { body } = await open(vendor, invoice.id)
    await fixture.decide(body.id, 'approve')
    await fixture.ends(body.id, 'REFUNDED')
    expect(await subscriptionOf(product, vendor)).toMatchObject({ status: 'ACTIVE' })
    const quote = await product.get('/billing/subscription/change?plan=ENTERPRISE&cycle=ANNUAL', vendor)
    expect(quote.body).toMatchObject({ unusedMinorUnit: 0, items: [{ amountMinorUnit: 11_849_900 }] })
    expect(await change(vendor, SMB)).toMatchObject({ status: 200 })
    expect(await bonusOf(vendor)).toBe(0)
    const warned = await open(vendor, (await fixture.invoice(vendor, 'SUBSCRIPTION')).id)
    expect(warned).toMatchObject({ status: 409, body: { code: 'INVALID_STATE' } })
  })
})

test('a downgrade after a refund of half the price gives bonus for the other half only', async () => {
  const vendor = await newSubscriber(product, 'ENTERPRISE')
  const invoice = await fixture.invoice(vendor, 'SUBSCRIPTION')
  const { body } = await open(vendor, invoice.id)
  await fixture.decide(body.id, 'approve', { amountMinorUnit: invoice.totalMinorUnit / 2 })
  await fixture.ends(body.id, 'REFUNDED')
  expect(await change(vendor, SMB)).toMatchObject({ status: 200 })
  // half of 1,000,000 less the price of the smaller plan, for nearly the whole month
  const most = 500_000 - 249_900
  const bonus = await bonusOf(vendor)
  expect(bonus).toBeLessThanOrEqual(most)
  expect(bonus).toBeGreaterThan(most * 0.99)
})

describe('a first month is refunded once', () => {
  const refundFirstMonth = async (vendor: Owner) => {
    const { body } = await fixture.ask(vendor, { invoiceId: (await fixture.invoice(vendor, 'SUBSCRIPTION')).id })
    await fixture.decide(body.id, 'approve')
    await fixture.ends(body.id, 'REFUNDED')
  }
  const onboardAgain = async (vendor: { token: string }) => {
    const order = await product.post('/billing/onboarding/create-order', SMB, vendor)
    await product.gateway.pay(order.body.gatewayOrderId)
    await untilSubscription(product, vendor, { status: 'ACTIVE' })
  }
  const GSTIN = '29AABCU9603R1ZJ'
  const setGstin = (vendor: { token: string }, gstin: string | null) =>
    product.patch('/vendor/me', { gstin }, { token: vendor.token })

  test('not again after ordering a new plan, and not for another account with the same GSTIN', async () => {
    const vendor = await newSubscriber(product)
    expect((await setGstin(vendor, GSTIN)).status).toBe(200)
    await refundFirstMonth(vendor)
    await onboardAgain(vendor)
    const invoiceId = (await fixture.invoice(vendor, 'SUBSCRIPTION')).id
    const used = { status: 422, body: { code: 'REFUND_ALREADY_USED' } }
    expect(await fixture.ask(vendor, { invoiceId })).toMatchObject(used)

    const [twin, stranger] = await Promise.all([newSubscriber(product), newSubscriber(product)])
    const early = await fixture.ask(twin, { invoiceId: (await fixture.invoice(twin, 'SUBSCRIPTION')).id })
    expect(early.status).toBe(201)
    await setGstin(twin, GSTIN)
    expect(await fixture.decide(early.body.id, 'approve')).toMatchObject(used)
    expect(codesOf(await fixture.read(early.body.id))).toContain('FIRST_MONTH_ALREADY_USED')
    await withdraw(twin, early.body.id)
    expect(await fixture.ask(twin, { invoiceId: early.body.invoiceId })).toMatchObject(used)
    expect(
      (await fixture.ask(stranger, { invoiceId: (await fixture.invoice(stranger, 'SUBSCRIPTION')).id })).status,
    ).toBe(201)
    // Clearing it, or entering another, does not make another company of the one on the invoice.
    const third = await newVendor(product)
    await setGstin(third, GSTIN)
    await onboardAgain(third)
    for (const gstin of [null, '27AAPFU0939F1ZV']) {
      expect((await setGstin(third, gstin)).status).toBe(200)
      expect(await fixture.ask(third, { invoiceId: (await fixture.invoice(third, 'SUBSCRIPTION')).id })).toMatchObject(
        used,
      )
    }
    // Operators may still refund a platform error.
    expect((await open(twin, early.body.invoiceId)).status).toBe(201)
  })
})

test.each([undefined, {}])('an operator rejects a request without a note by the body %j', async (sent) => {
  const vendor = await newSubscriber(product, 'SMB')
  const { id } = (await fixture.ask(vendor, { invoiceId: (await fixture.invoice(vendor, 'SUBSCRIPTION')).id })).body
  const rejected = await product.post(`/admin/refunds/${id}/reject`, sent, await fixture.operator())
  expect(rejected).toMatchObject({ status: 200, body: { status: 'REJECTED', note: null } })
})
