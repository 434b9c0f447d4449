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
  await eventually(async () => {
    const events = await product.gateway.events()
    expect(events.map(({ event, state }) => `${event} ${state}`)).toEqual([
      'payment.authorized delivered',
      'payment.captured delivered',
      'order.paid delivered',
    ])
  }, 20_000)

  const before = product.deps.clock.now().getTime()
  await product.advance(86_400)
  expect(product.deps.clock.now().getTime() - before).toBeGreaterThanOrEqual(86_400_000)
  expect((await product.sandbox.get('/control/clock')).body.offsetSeconds).toBe(86_400)
})
