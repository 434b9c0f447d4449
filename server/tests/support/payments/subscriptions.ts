import { expect } from 'vitest'
import { eventually } from '../eventually.ts'
import { newVendor, signIn, type TestProduct } from '../product.ts'

const WITHIN_MS = 15_000

/** A product whose sandbox gateway charges only when the test says so. */
export const chargingNobody = async (product: TestProduct) => {
  await product.gateway.script({ autoCharge: false })
  return product
}

/** A vendor with a paid plan and a mandate at the gateway. */
export async function newSubscriber(product: TestProduct, plan = 'SMB', cycle = 'MONTHLY') {
  const vendor = await newVendor(product)
  const order = await product.post('/billing/onboarding/create-order', { plan, cycle }, vendor)
  expect(order).toMatchObject({ status: 201 })
  await product.gateway.pay(order.body.gatewayOrderId)
  const subscription = await untilSubscription(product, vendor, { status: 'ACTIVE', mandate: 'ACTIVE' })
  return { ...vendor, order: order.body, subscription, gatewaySubId: subscription.gatewaySubId as string }
}

export const subscriptionOf = async (product: TestProduct, vendor: { token: string }) =>
  (await product.get('/billing/subscription', { token: vendor.token })).body

/** Waits until the subscription shows this. */
export const untilSubscription = (product: TestProduct, vendor: { token: string }, expected: object) =>
  eventually(async () => {
    const subscription = await subscriptionOf(product, vendor)
    expect(subscription).toMatchObject(expected)
    return subscription
  }, WITHIN_MS)

/** Creates an order and pays it. */
export async function payOrder(product: TestProduct, vendor: { token: string }, path: string, body?: object) {
  const order = await product.post(path, body, { token: vendor.token })
  expect(order).toMatchObject({ status: 201 })
  const { paymentId } = await product.gateway.pay(order.body.gatewayOrderId)
  await eventually(async () => {
    const { body } = await product.get(`/billing/orders/${order.body.orderId}`, { token: vendor.token })
    expect(body.status).toBe('PAID')
  }, WITHIN_MS)
  return { ...order.body, paymentId }
}

/** Advances the clock and signs in again. */
export async function advanceAndSignIn(
  product: TestProduct,
  vendor: { email: string; token: string },
  seconds: number,
) {
  await product.advance(seconds)
  vendor.token = (await signIn(product, vendor.email)).body.accessToken
}

export const invoicesOf = async (product: TestProduct, vendor: { token: string }) =>
  (await product.get('/billing/invoices?pageSize=100', { token: vendor.token })).body.data

export const notificationKinds = async (product: TestProduct, vendor: { token: string }) =>
  // biome-ignore lint/suspicious/noExplicitAny: a list of any notices
  ((await product.get('/notifications', { token: vendor.token })).body.data as any[]).map(({ kind }) => kind).reverse()

export const DAY = 86_400
