import { once } from 'node:events'
import { beforeAll, expect, test } from 'vitest'
import { jobWorker } from '../../src/features/outbox/job-worker.ts'
import { settlePayment } from '../../src/features/payments/settle.ts'
import type { CrashPoint } from '../../src/platform/crash-point.ts'
import { JOBS } from '../../src/roles/jobs.ts'
import { eventually } from '../support/eventually.ts'
import { FAULT_RUN_MS } from '../support/limits.ts'
import { startBeside } from '../support/payments/payment-processes.ts'
import { type RefundCrashFixture, startRefundCrashFixture } from '../support/payments/refund-crash.ts'

const POINTS = ['payment.refund-planned', 'payment.refund-answered'] as const satisfies CrashPoint[]

let fixture: RefundCrashFixture
beforeAll(async () => {
  fixture = await startRefundCrashFixture()
})

/** A second payment of one order, both at the gateway. */
async function secondPayment() {
  const { product, vendor } = fixture
  const { body: order } = await product.post('/wallet/recharge/init', { amountMinorUnit: 50_000 }, vendor)
  const { paymentId: slow } = await product.gateway.fail(order.gatewayOrderId)
  const { paymentId: first } = await product.gateway.pay(order.gatewayOrderId)
  await product.gateway.pay(order.gatewayOrderId, { paymentId: slow })
  const seen = { gatewayOrderId: order.gatewayOrderId, amountMinorUnit: 50_000n, currency: 'INR', isCaptured: true }
  const rest = { isRefunded: false, invoiceId: null, method: null, notedVendorIds: [] }
  for (const gatewayPaymentId of [first, slow])
    await settlePayment(product.deps, { gatewayPaymentId, ...seen, ...rest })
  return slow
}

test.each(POINTS)(
  'a refund of an unplaced payment that loses its process at %s is made once',
  async (point) => {
    const { product } = fixture
    const id = await secondPayment()
    const operator = await fixture.operator()
    const doomed = await startBeside(fixture, { GATEWAY_BASE_URL: product.sandbox.url, CRASH_AT: point })
    const died = once(doomed.child, 'exit')
    const headers = { authorization: `Bearer ${operator.token}`, 'content-type': 'application/json' }
    const path = `${doomed.url}/api/v1/admin/payments/${id}/refund`
    await fetch(path, { method: 'POST', headers, body: '{"reason": "Paid twice"}' }).catch(() => undefined)
    expect((await died)[1]).toBe('SIGKILL')

    const worker = await jobWorker('default', JOBS, { concurrency: 4 })(product.deps)
    try {
      await eventually(async () => {
        const { body } = await product.get(`/admin/payments?gatewayPaymentId=${id}`, operator)
        expect(body.data).toMatchObject([{ state: 'REFUNDED', refunds: [{ status: 'PROCESSED' }] }])
      }, 60_000)
    } finally {
      await worker.stop()
    }
    expect(await fixture.refundsOf(id)).toMatchObject([{ amount: 50_000 }])
    expect(await fixture.audit('PAYMENT_REFUND_REQUESTED', id)).toHaveLength(1)
  },
  FAULT_RUN_MS,
)
