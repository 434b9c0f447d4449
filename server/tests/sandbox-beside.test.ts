import { expect, test } from 'vitest'
import { eventually } from './support/eventually.ts'
import { startProduct } from './support/product.ts'

test('beside a real sandbox the product makes orders there, hears of payments, and both share one clock', async () => {
  const product = await startProduct({ sandbox: true })
  const { gatewayOrderId } = await product.deps.gateway.createOrder({
    amountMinorUnit: 50_000n,
    currency: 'INR',
    receipt: 'r-1',
    notes: {},
  })
  const { paymentId } = await product.gateway.pay(gatewayOrderId)
  expect(await product.deps.gateway.paymentsOf(gatewayOrderId)).toMatchObject([{ gatewayPaymentId: paymentId }])
  // Status 0 would be no answer at all.
  await eventually(async () => expect((await product.gateway.events())[0]?.answers[0]).toBeGreaterThan(0), 10_000)

  const before = product.deps.clock.now().getTime()
  await product.advance(86_400)
  expect(product.deps.clock.now().getTime() - before).toBeGreaterThanOrEqual(86_400_000)
  expect((await product.sandbox.get('/control/clock')).body.offsetSeconds).toBe(86_400)
})
