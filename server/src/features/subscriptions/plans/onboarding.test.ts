import { beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../../../../tests/support/eventually.ts'
import {
  advanceAndSignIn,
  chargingNobody,
  DAY,
  invoicesOf,
  newSubscriber,
  payOrder,
  subscriptionOf,
  untilSubscription,
} from '../../../../tests/support/payments/subscriptions.ts'
import { newMember, newVendor, startProduct, type TestProduct } from '../../../../tests/support/product.ts'

let product: TestProduct
beforeAll(async () => {
  product = await chargingNobody(await startProduct({ sandbox: true }))
})
const PATH = '/billing/onboarding/create-order'
const SMB = { plan: 'SMB', cycle: 'MONTHLY' }

describe('the price list', () => {
  test('shows every plan with its tax', async () => {
    const { body } = await product.get('/billing/plans', await newVendor(product))
    const amounts = (base: number, gst: number, total: number) => ({
      amountMinorUnit: base,
      gstAmountMinorUnit: gst,
      totalMinorUnit: total,
    })
    expect(body.data).toEqual([
      {
        plan: 'SMB',
        currency: 'INR',
        conversationCap: 50_000,
        setup: amounts(99_900, 17_982, 117_882),
        prices: [
          { cycle: 'MONTHLY', ...amounts(249_900, 44_982, 294_882) },
          { cycle: 'QUARTERLY', ...amounts(719_700, 129_546, 849_246) },
          { cycle: 'ANNUAL', ...amounts(2_848_800, 512_784, 3_361_584) },
        ],
      },
      {
        plan: 'ENTERPRISE',
        currency: 'INR',
        conversationCap: 150_000,
        setup: amounts(249_900, 44_982, 294_882),
        prices: [
          { cycle: 'MONTHLY', ...amounts(1_000_000, 180_000, 1_180_000) },
          { cycle: 'QUARTERLY', ...amounts(2_915_000, 524_700, 3_439_700) },
          { cycle: 'ANNUAL', ...amounts(11_849_900, 2_132_982, 13_982_882) },
        ],
      },
    ])
  })

  test('is a list like the others, read by page or by cursor', async () => {
    const vendor = await newVendor(product)
    const read = async (query: string) => (await product.get(`/billing/plans?${query}`, vendor)).body
    const plans = ({ data }: { data: { plan: string }[] }) => data.map(({ plan }) => plan)
    const first = await read('pageSize=1')
    expect(first).toMatchObject({ page: 1, pageSize: 1, total: 2, nextCursor: expect.any(String) })
    const second = await read(`pageSize=1&cursor=${first.nextCursor}`)
    expect([plans(first), plans(second), plans(await read('page=2&pageSize=1'))]).toEqual([
      ['SMB'],
      ['ENTERPRISE'],
      ['ENTERPRISE'],
    ])
    expect(plans(await read(`pageSize=1&cursor=${second.nextCursor}`))).toEqual([])
  })
})

describe('onboarding', () => {
  test('is one order for setup fee and first cycle, and the same order while it is open', async () => {
    const vendor = await newVendor(product)
    const first = await product.post(PATH, SMB, vendor)
    expect(first).toMatchObject({
      status: 201,
      body: {
        amountMinorUnit: 117_882 + 294_882,
        currency: 'INR',
        items: [
          { type: 'SETUP', amountMinorUnit: 99_900, gstAmountMinorUnit: 17_982, totalMinorUnit: 117_882 },
          { type: 'SUBSCRIPTION', amountMinorUnit: 249_900, gstAmountMinorUnit: 44_982, totalMinorUnit: 294_882 },
        ],
      },
    })
    expect((await product.post(PATH, SMB, vendor)).body).toEqual(first.body)
    const other = await product.post(PATH, { ...SMB, cycle: 'ANNUAL' }, vendor)
    expect(other.body.orderId).not.toBe(first.body.orderId)
    expect(await product.get('/billing/subscription', vendor)).toMatchObject({ status: 404 })
    expect(await product.get('/billing/usage', vendor)).toMatchObject({
      body: { conversationsUsed: 0, conversationCap: 0, resetDate: null, percentUsed: 0 },
    })
  })

  test('charges vendors abroad the same rupees without tax', async () => {
    const vendor = await newVendor(product)
    await product.patch('/vendor/me', { country: 'AE', currency: 'AED' }, vendor)
    const { body } = await product.post(PATH, SMB, vendor)
    expect(body).toMatchObject({ amountMinorUnit: 99_900 + 249_900, currency: 'INR' })
  })

  test('on payment creates exactly two invoices, a plan and a mandate, enables sending, and leaves the wallet alone', async () => {
    const vendor = await newSubscriber(product)
    const { subscription } = vendor
    expect(subscription).toMatchObject({
      plan: 'SMB',
      cycle: 'MONTHLY',
      status: 'ACTIVE',
      monthlyAmountPaise: 249_900,
      conversationCap: 50_000,
      conversationsUsed: 0,
      graceDay: null,
      banner: 'none',
      mandate: 'ACTIVE',
      frozenAt: null,
      cancelledAt: null,
    })
    expect(subscription.gatewaySubId).toMatch(/^sub_/)
    expect(subscription.nextChargeAt).toBe(subscription.billingCycleEnd)
    expect(Date.parse(subscription.refundDeadline)).toBe(Date.parse(subscription.billingCycleStart) + 3 * 86_400_000)
    const invoices = await invoicesOf(product, vendor)
    expect(invoices.map(({ type, status, totalMinorUnit }: Invoice) => [type, status, totalMinorUnit]).sort()).toEqual([
      ['SETUP', 'PAID', 117_882],
      ['SUBSCRIPTION', 'PAID', 294_882],
    ])
    expect((await product.get('/wallet/balance', vendor)).body.balanceMinorUnit).toBe(0)
    expect((await product.get('/vendor/me', vendor)).body.messagingEnabled).toBe(true)
    expect(await product.post(PATH, SMB, vendor)).toMatchObject({ status: 409, body: { code: 'ALREADY_SUBSCRIBED' } })
    const atGateway = (await product.gateway.truth()).subscriptions.find(
      ({ id }: { id: string }) => id === subscription.gatewaySubId,
    )
    expect(atGateway.start_at).toBe(Math.floor(Date.parse(subscription.billingCycleEnd) / 1000))
  })

  test('of two orders paid at the same time, one creates the plan and the other is flagged for an operator', async () => {
    const vendor = await newVendor(product)
    const orders = await Promise.all([
      product.post(PATH, SMB, vendor),
      product.post(PATH, { ...SMB, plan: 'ENTERPRISE' }, vendor),
    ])
    await Promise.all(orders.map(({ body }) => product.gateway.pay(body.gatewayOrderId)))
    await untilSubscription(product, vendor, { status: 'ACTIVE' })
    await eventually(() => {
      expect(product.logLines.some((line) => line.includes('ALREADY_SUBSCRIBED'))).toBe(true)
    }, 15_000)
    expect(await invoicesOf(product, vendor)).toHaveLength(2)
  })

  test('costs no setup fee a second time, after the first plan has ended', async () => {
    const vendor = await newSubscriber(product)
    await product.post('/billing/subscription/cancel', {}, vendor)
    await advanceAndSignIn(product, vendor, 32 * DAY)
    expect(await subscriptionOf(product, vendor)).toMatchObject({ status: 'CANCELLED' })
    const order = await payOrder(product, vendor, PATH, SMB)
    expect(order.items).toHaveLength(1)
    expect(order.amountMinorUnit).toBe(294_882)
    const again = await untilSubscription(product, vendor, { status: 'ACTIVE' })
    expect(again.id).not.toBe(vendor.subscription.id)
    expect(await invoicesOf(product, vendor)).toHaveLength(3)
  })
})

describe('permissions', () => {
  test('members see plan and usage but can neither order, pay, change nor cancel', async () => {
    const vendor = await newSubscriber(product)
    const member = await newMember(product, vendor.token)
    for (const path of ['/billing/subscription', '/billing/usage', '/billing/plans'])
      expect(await product.get(path, member)).toMatchObject({ status: 200 })
    for (const [path, body] of [
      [PATH, SMB],
      ['/billing/subscription/pay', {}],
      ['/billing/subscription/change', SMB],
      ['/billing/subscription/cancel', {}],
    ] as const)
      expect(await product.post(path, body, member)).toMatchObject({ status: 403 })
  })

  test('invalid input is refused before anything happens', async () => {
    const vendor = await newVendor(product)
    for (const body of [
      {},
      { plan: 'SMB' },
      { plan: 'CUSTOM', cycle: 'MONTHLY' },
      { ...SMB, cycle: 'WEEKLY' },
      { ...SMB, amountMinorUnit: 1 },
      { ...SMB, plan: ['SMB'] },
      null,
    ])
      expect(await product.post(PATH, body, vendor)).toMatchObject({ status: 400 })
    for (const path of ['pay', 'cancel'])
      expect(await product.post(`/billing/subscription/${path}`, {}, vendor)).toMatchObject({
        status: 409,
        body: { code: 'INVALID_STATE' },
      })
  })
})

interface Invoice {
  type: string
  status: string
  totalMinorUnit: number
}
