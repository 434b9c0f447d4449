import { once } from 'node:events'
import { expect } from 'vitest'
import { handleGatewayEvent } from '../../../src/features/payments/handle-gateway-event.ts'
import { DEMO_EMAIL, SANDBOX_PASSWORD } from '../../../src/features/sandbox/seed.ts'
import { webhookIntakeWorker } from '../../../src/features/webhook-intake/worker.ts'
import type { CrashPoint } from '../../../src/platform/crash-point.ts'
import { nobodyOutside } from '../processes/process.ts'
import { startProduct } from '../product.ts'
import { captured, paymentEntity } from './gateway-events.ts'
import { paymentFixtureOf } from './payment-fixture.ts'
import { deliverTo, type Engine, settingsFor, startBeside } from './payment-processes.ts'
import { deliver, fakeGateway } from './payments.ts'

/** Locks and leases of killed processes expire soon. */
const ENDS_SOON = { WEBHOOK_LOCK_TTL_SECONDS: '1' }

/** The crash points that a payment passes. */
export const PAYMENT_POINTS = [
  'webhook.stored',
  'payment.locked',
  'payment.before-commit',
  'payment.after-commit',
  'webhook.before-done',
] as const satisfies CrashPoint[]

export type PaymentCrashFixture = Awaited<ReturnType<typeof startPaymentCrashFixture>>

/** A product without workers: webhooks are processed by the processes that crash, or when the test asks. */
export async function startPaymentCrashFixture(engine: Engine) {
  const env = { ...(await settingsFor(engine)), ...ENDS_SOON }
  const product = await startProduct({ env, without: ['WORKER', 'OUTBOX'] })
  product.deps.gateway = fakeGateway()
  const { body } = await product.post('/auth/login', { email: DEMO_EMAIL, password: SANDBOX_PASSWORD })
  const vendor = { token: body.accessToken as string, vendorId: body.vendor.id as string }
  return { env, product, vendor, ...paymentFixtureOf(product, vendor) }
}

/** A process takes the webhook and crashes at this point; then the gateway delivers again. There must be one credit. */
export async function expectOneCreditAfterCrash(fixture: PaymentCrashFixture, point: CrashPoint) {
  const doomed = await startBeside(fixture, { ...fixture.env, ...nobodyOutside(fixture.product), CRASH_AT: point })
  const before = await fixture.balanceOf()
  const order = await fixture.order()
  const payment = paymentEntity(order)
  const event = captured(payment)
  const died = once(doomed.child, 'exit')
  const status = await deliverTo(doomed, event)
  if (point !== 'webhook.stored') expect(status).toBe(200)
  expect((await died)[1]).toBe('SIGKILL')

  expect((await deliver(fixture.product, event)).status).toBe(200)
  const worker = await webhookIntakeWorker({ GATEWAY: handleGatewayEvent })(fixture.product.deps)
  try {
    await fixture.allProcessed()
  } finally {
    await worker.stop()
  }
  expect(await fixture.creditsOf(payment.id)).toHaveLength(1)
  const balance = await fixture.balanceOf()
  expect(balance, `balance of vendor ${fixture.vendor.vendorId}`).toBe(before + BigInt(order.amountMinorUnit))
  const { body } = await fixture.product.get(`/billing/orders/${order.orderId}`, fixture.vendor)
  expect(body).toMatchObject({ status: 'PAID', invoiceIds: [expect.any(String)] })
}
