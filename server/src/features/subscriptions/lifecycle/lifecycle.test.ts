import { beforeAll, expect, test } from 'vitest'
import { eventually } from '../../../../tests/support/eventually.ts'
import {
  advanceAndSignIn,
  chargingNobody,
  DAY,
  invoicesOf,
  newSubscriber,
  notificationKinds,
  payOrder,
  untilSubscription,
} from '../../../../tests/support/payments/subscriptions.ts'
import { newVendor, signIn, startProduct, type TestProduct } from '../../../../tests/support/product.ts'
import { OPERATOR_EMAIL, SANDBOX_PASSWORD } from '../../sandbox/seed.ts'

let product: TestProduct
beforeAll(async () => {
  product = await chargingNobody(await startProduct({ sandbox: true }))
})
const messaging = async (vendor: { token: string }) =>
  (await product.get('/vendor/me', { token: vendor.token })).body.messagingEnabled
const operatorToken = async (): Promise<string> =>
  (await signIn(product, OPERATOR_EMAIL, SANDBOX_PASSWORD)).body.accessToken

test('a failed charge goes through the days of grace, freezes on the eighth, and a payment restores everything at once', async () => {
  const vendor = await newSubscriber(product)
  await advanceAndSignIn(product, vendor, 31 * DAY - 3_600)
  await product.gateway.pending(vendor.gatewaySubId)
  await untilSubscription(product, vendor, { status: 'PAST_DUE', graceDay: 1, banner: 'yellow' })
  const soon = (check: () => Promise<void>) => eventually(check, 10_000)
  const bill = async () =>
    (await invoicesOf(product, vendor)).find(({ status }: { status: string }) => status !== 'PAID')
  await soon(async () => expect(await bill()).toMatchObject({ status: 'DRAFT', invoiceNumber: null }))
  const { id } = await bill()

  await advanceAndSignIn(product, vendor, 3 * DAY)
  await untilSubscription(product, vendor, { graceDay: 4, banner: 'yellow' })
  await soon(async () => expect(await notificationKinds(product, vendor)).toContain('PAYMENT_REMINDER'))
  await eventually(
    () => expect(product.mailbox.to(vendor.email).some(({ text }) => /day 4/.test(text))).toBe(true),
    15_000,
  )
  await advanceAndSignIn(product, vendor, DAY)
  await untilSubscription(product, vendor, { graceDay: 5, banner: 'red' })
  await soon(async () => expect(await bill()).toMatchObject({ id, status: 'OVERDUE' }))
  expect(await messaging(vendor)).toBe(true)

  await advanceAndSignIn(product, vendor, 3 * DAY)
  await untilSubscription(product, vendor, { status: 'FROZEN', graceDay: 8, banner: 'frozen' })
  expect(await messaging(vendor)).toBe(false)
  await soon(async () => expect((await notificationKinds(product, vendor)).at(-1)).toBe('SUBSCRIPTION_FROZEN'))

  const order = await payOrder(product, vendor, '/billing/subscription/pay')
  expect(order.amountMinorUnit).toBe(294_882)
  const opened = await untilSubscription(product, vendor, {
    status: 'ACTIVE',
    banner: 'none',
    frozenAt: null,
    mandate: 'ACTIVE',
  })
  expect(await messaging(vendor)).toBe(true)
  expect(await invoicesOf(product, vendor)).toHaveLength(3)
  expect((await product.get(`/billing/invoices/${id}`, vendor)).body).toMatchObject({ status: 'PAID' })
  // The mandate for the cycle that was paid by order is replaced by one that begins after it.
  expect(opened.gatewaySubId).not.toBe(vendor.gatewaySubId)
})

test('the gateway renews a cycle by itself, but not that of a cancelled plan', async () => {
  const [staying, leaving] = await Promise.all([newSubscriber(product), newSubscriber(product)])
  expect(await product.post('/billing/subscription/pay', undefined, staying)).toMatchObject({ status: 409 })
  const cancelled = await product.post('/billing/subscription/cancel', undefined, leaving)
  expect(cancelled).toMatchObject({
    status: 200,
    body: { status: 'ACTIVE', cancelAtCycleEnd: true, nextChargeAt: null },
  })
  await eventually(async () => {
    const { subscriptions } = await product.gateway.truth()
    const state = subscriptions.find(({ id }: { id: string }) => id === leaving.gatewaySubId).status
    expect(state).toBe('cancelled')
  }, 15_000)
  await product.gateway.script({ autoCharge: true })
  await advanceAndSignIn(product, staying, 31 * DAY)
  const renewed = await untilSubscription(product, staying, { status: 'ACTIVE', conversationsUsed: 0 })
  await eventually(async () => {
    const { billingCycleStart } = (await product.get('/billing/subscription', staying)).body
    expect(billingCycleStart).toBe(staying.subscription.billingCycleEnd)
  }, 15_000)
  expect(renewed.id).toBe(staying.subscription.id)
  expect(await invoicesOf(product, staying)).toHaveLength(3)
  // A subscription charge is also reported as an ordinary payment, and credits no wallet.
  expect((await product.get('/wallet/balance', staying)).body.balanceMinorUnit).toBe(0)
  await product.gateway.script({ autoCharge: false })
  await advanceAndSignIn(product, leaving, 1)
  await untilSubscription(product, leaving, { status: 'CANCELLED', mandate: 'NONE' })
  expect(await messaging(leaving)).toBe(false)
})

test('the order for the next cycle stays the same until its price changes', async () => {
  const vendor = await newSubscriber(product)
  await advanceAndSignIn(product, vendor, 27 * DAY)
  const order = async () => (await product.post('/billing/subscription/pay', undefined, vendor)).body
  const first = await order()
  expect(await order()).toMatchObject({ orderId: first.orderId, amountMinorUnit: 294_882 })
  const announced = async () => (await product.get('/billing/subscription', vendor)).body.cycleTotalPaise
  expect(await announced()).toBe(294_882)
  expect((await product.patch('/vendor/me', { country: 'AE' }, vendor)).status).toBe(200)
  const abroad = await order()
  expect(abroad.orderId).not.toBe(first.orderId)
  expect(abroad.amountMinorUnit).toBe(249_900)
  expect(await announced()).toBe(249_900)
})

test('operators grant trials, which end by themselves, and custom plans; vendors cannot', async () => {
  const vendor = await newVendor(product)
  const token = await operatorToken()
  const path = `/admin/vendors/${vendor.vendorId}/subscription`
  const trialUntil = new Date(product.deps.clock.now().getTime() + 7 * DAY * 1_000).toISOString()
  expect(await product.call('PUT', path, { trialUntil }, vendor)).toMatchObject({ status: 403 })
  const trial = await product.call('PUT', path, { plan: 'SMB', trialUntil }, { token })
  expect(trial).toMatchObject({
    status: 200,
    body: { status: 'TRIAL', trialUntil, conversationCap: 50_000, mandate: 'NONE' },
  })
  expect(await messaging(vendor)).toBe(true)
  const custom = { plan: 'CUSTOM', monthlyAmountPaise: 2_500_000, conversationCap: 500_000 }
  for (const bad of [
    {},
    { plan: 'SMB' },
    { plan: 'CUSTOM' },
    { ...custom, monthlyAmountPaise: -1 },
    { trialUntil: '2020-01-01T00:00:00Z' },
  ])
    expect(await product.call('PUT', path, bad, { token })).toMatchObject({ status: 400 })
  const unknown = '/admin/vendors/01900000-0000-7000-8000-000000000000/subscription'
  expect(await product.call('PUT', unknown, custom, { token })).toMatchObject({ status: 404 })

  await advanceAndSignIn(product, vendor, 7 * DAY)
  await untilSubscription(product, vendor, { status: 'CANCELLED' })
  expect(await messaging(vendor)).toBe(false)
  const order = await product.post('/billing/onboarding/create-order', { plan: 'SMB', cycle: 'MONTHLY' }, vendor)
  // A vendor that had only a trial has never paid the setup fee.
  expect(order.body.items).toHaveLength(2)
  await eventually(async () => expect(await notificationKinds(product, vendor)).toEqual(['TRIAL_ENDED']), 10_000)

  const operator = await operatorToken()
  expect(await product.call('PUT', path, custom, { token: operator })).toMatchObject({
    status: 200,
    body: { plan: 'CUSTOM', status: 'ACTIVE', monthlyAmountPaise: 2_500_000, conversationCap: 500_000 },
  })
  await untilSubscription(product, vendor, { plan: 'CUSTOM', mandate: 'ACTIVE' })
  const { body } = await product.get('/admin/audit', { token: operator })
  expect(body.data.filter(({ action }: { action: string }) => action === 'SUBSCRIPTION_SET')).toHaveLength(2)
})
