import { beforeAll, expect, test } from 'vitest'
import { eventually } from '../../../tests/support/eventually.ts'
import { captured, deliver, type FakeGateway, fakeGateway, paymentEntity } from '../../../tests/support/payments.ts'
import { newVendor, startProduct, type TestProduct } from '../../../tests/support/product.ts'

let product: TestProduct
let gateway: FakeGateway
let vendor: Awaited<ReturnType<typeof newVendor>>
beforeAll(async () => {
  product = await startProduct()
  gateway = fakeGateway()
  product.deps.gateway = gateway
  vendor = await newVendor(product)
})

test('a captured payment makes its order PAID', async () => {
  const { status, body } = await product.post('/wallet/recharge/init', { amountMinorUnit: 50_000 }, vendor)
  expect([status, body]).toMatchObject([201, { currency: 'INR' }])
  const payment = paymentEntity(body)
  expect(await deliver(product, captured(payment))).toMatchObject({ status: 200 })
  await eventually(async () => {
    const order = await product.get(`/billing/orders/${body.orderId}`, vendor)
    expect(order.body).toMatchObject({ status: 'PAID' })
  }, 5_000)
})
