import { once } from 'node:events'
import { expect } from 'vitest'
import { handleGatewayEvent } from '../../../src/features/payments/handle-event.ts'
import { DEMO_EMAIL, SANDBOX_PASSWORD } from '../../../src/features/sandbox/seed.ts'
import { webhookIntakeWorker } from '../../../src/features/webhook-intake/worker.ts'
import type { CrashPoint } from '../../../src/platform/crash-point.ts'
import { nobodyOutside } from '../processes/process.ts'
import { startProduct } from '../product.ts'
import { captured, paymentEntity } from './gateway-events.ts'
import { deskOf } from './payment-desk.ts'
import { deliverTo, type Engine, settingsFor, startBeside } from './payment-processes.ts'
import { deliver, fakeGateway } from './payments.ts'

/** A dead holder's lock and lease end soon, so that tests need not wait for them. */
const ENDS_SOON = { WEBHOOK_LOCK_TTL_SECONDS: '1' }

/** Where a payment passes. */
export const PAYMENT_POINTS = [
  'inbox.stored',
  'payment.locked',
  'payment.before-commit',
  'payment.after-commit',
  'inbox.before-done',
] as const satisfies CrashPoint[]

export type CrashDesk = Awaited<ReturnType<typeof openCrashDesk>>

/** A product without workers of its own: what is delivered is processed by the processes that die, or when asked. */
export async function openCrashDesk(engine: Engine) {
  const env = { ...(await settingsFor(engine)), ...ENDS_SOON }
  const product = await startProduct({ env, without: ['WORKER', 'OUTBOX'] })
  product.deps.gateway = fakeGateway()
  const { body } = await product.post('/auth/login', { email: DEMO_EMAIL, password: SANDBOX_PASSWORD })
  const vendor = { token: body.accessToken as string, vendorId: body.vendor.id as string }
  return { env, product, vendor, ...deskOf(product, vendor) }
}

/** A process takes the webhook and is killed at the point; then the gateway delivers once more. The credit is there once. */
export async function expectOneCreditAfterCrash(desk: CrashDesk, point: CrashPoint) {
  const doomed = await startBeside(desk, { ...desk.env, ...nobodyOutside(desk.product), CRASH_AT: point })
  const before = await desk.balanceOf()
  const order = await desk.order()
  const payment = paymentEntity(order)
  const event = captured(payment)
  const died = once(doomed.child, 'exit')
  const status = await deliverTo(doomed, event)
  if (point !== 'inbox.stored') expect(status).toBe(200)
  expect((await died)[1]).toBe('SIGKILL')

  expect((await deliver(desk.product, event)).status).toBe(200)
  const worker = await webhookIntakeWorker({ GATEWAY: handleGatewayEvent })(desk.product.deps)
  try {
    await desk.allProcessed()
  } finally {
    await worker.stop()
  }
  expect(await desk.creditsOf(payment.id)).toHaveLength(1)
  const balance = await desk.balanceOf()
  expect(balance, `balance of vendor ${desk.vendor.vendorId}`).toBe(before + BigInt(order.amountMinorUnit))
  const { body } = await desk.product.get(`/billing/orders/${order.orderId}`, desk.vendor)
  expect(body).toMatchObject({ status: 'PAID', invoiceIds: [expect.any(String)] })
}
