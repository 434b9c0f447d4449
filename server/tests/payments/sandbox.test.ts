import { beforeAll, expect, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { type PaymentFixture, paymentFixtureOf } from '../support/payments/payment-fixture.ts'
import { newVendor, startProduct, type TestProduct } from '../support/product.ts'

/** With the real sandbox: its gateway, its webhooks, its clock. */
const SOON_MS = 30_000
let product: TestProduct
let vendor: Awaited<ReturnType<typeof newVendor>>
let fixture: Pick<PaymentFixture, 'order' | 'statusOf' | 'balanceOf' | 'creditsOf' | 'inbox' | 'allProcessed'>
beforeAll(async () => {
  product = await startProduct({ sandbox: true, env: { ACCESS_TOKEN_TTL_SECONDS: '86400' } })
  vendor = await newVendor(product)
  fixture = paymentFixtureOf(product, vendor)
})

const isPaid = (order: { orderId: string }) =>
  eventually(async () => expect(await fixture.statusOf(order)).toBe('PAID'), SOON_MS)

test('a recharge: order, payment, webhook, credit, invoice and mail', async () => {
  const order = await fixture.order(50_000)
  const { paymentId } = await product.gateway.pay(order.gatewayOrderId)
  await isPaid(order)
  expect(await fixture.balanceOf()).toBe(50_000n)
  await fixture.allProcessed()
  expect(await fixture.creditsOf(paymentId)).toHaveLength(1)
  const { body } = await product.get(`/billing/orders/${order.orderId}`, vendor)
  const invoice = await product.get(`/billing/invoices/${body.invoiceIds[0]}`, vendor)
  expect(invoice.body).toMatchObject({ type: 'WALLET_RECHARGE', status: 'PAID', totalMinorUnit: 50_000 })
  await eventually(() => {
    const mails = product.mailbox.to(vendor.email).filter(({ text }) => text?.includes(invoice.body.invoiceNumber))
    expect(mails).toHaveLength(1)
  }, SOON_MS)
})

test('a payment that fails and is then captured, and one whose checkout we hear of first', async () => {
  const before = await fixture.balanceOf()
  const order = await fixture.order(20_000)
  await product.gateway.fail(order.gatewayOrderId)
  await eventually(async () => expect(await fixture.statusOf(order)).toBe('FAILED'), SOON_MS)
  const { paymentId, signature } = await product.gateway.pay(order.gatewayOrderId)
  const confirm = { gatewayPaymentId: paymentId, signature }
  const answer = await product.post(`/billing/orders/${order.orderId}/confirm`, confirm, vendor)
  expect(answer).toMatchObject({ status: 200, body: { status: 'PAID' } })
  await fixture.allProcessed()
  expect(await fixture.balanceOf()).toBe(before + 20_000n)
})

test('webhooks that are dropped: the gateway is asked, and nothing is missing', async () => {
  const before = await fixture.balanceOf()
  await product.gateway.script({ dropWebhooks: 1 })
  const orders = [await fixture.order(1_000), await fixture.order(2_000), await fixture.order(3_000)]
  for (const { gatewayOrderId } of orders) await product.gateway.pay(gatewayOrderId)
  await product.gateway.script({ dropWebhooks: 0 })
  await product.advance(60)
  for (const order of orders) await isPaid(order)
  expect(await fixture.balanceOf()).toBe(before + 6_000n)
})
