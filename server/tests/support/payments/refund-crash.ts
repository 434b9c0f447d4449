import { once } from 'node:events'
import { expect } from 'vitest'
import type { VendorId } from '../../../src/domain/ids.ts'
import { issueInvoice } from '../../../src/features/invoices/issue.ts'
import { jobWorker } from '../../../src/features/outbox/job-worker.ts'
import { DEMO_EMAIL, SANDBOX_PASSWORD } from '../../../src/features/sandbox/seed.ts'
import type { CrashPoint } from '../../../src/platform/crash-point.ts'
import { inTransaction } from '../../../src/platform/db/db.ts'
import { JOBS } from '../../../src/roles/jobs.ts'
import { startProduct } from '../product.ts'
import { startBeside } from './payment-processes.ts'
import { refundFixture } from './refunds.ts'

/** The crash points that a refund passes. */
export const REFUND_POINTS = ['refund.approved', 'refund.processing', 'refund.answered'] as const satisfies CrashPoint[]

export type RefundCrashFixture = Awaited<ReturnType<typeof startRefundCrashFixture>>

/** A product without workers: refunds are made by the processes that crash, or when the test asks. */
export async function startRefundCrashFixture() {
  const product = await startProduct({ sandbox: true, without: ['WORKER'] })
  const { body } = await product.post('/auth/login', { email: DEMO_EMAIL, password: SANDBOX_PASSWORD })
  const vendor = { token: body.accessToken as string, vendorId: body.vendor.id as VendorId }
  return { product, vendor, ...refundFixture(product) }
}

/**
 * The process of an approved refund crashes at this point. Afterwards the money must be returned once, with all
 * effects.
 */
export async function expectOneRefundAfterCrash(fixture: RefundCrashFixture, point: (typeof REFUND_POINTS)[number]) {
  const { product, vendor } = fixture
  const paid = await paidInvoice(fixture)
  const operator = await fixture.operator()
  const about = { vendorId: vendor.vendorId, invoiceId: paid.id, basis: 'DOUBLE_CHARGE', reason: 'Charged twice.' }
  const { body: request } = await product.post('/admin/refunds', about, operator)

  const doomed = await startBeside(fixture, { GATEWAY_BASE_URL: product.sandbox.url, CRASH_AT: point })
  const died = once(doomed.child, 'exit')
  const headers = { authorization: `Bearer ${operator.token}`, 'content-type': 'application/json' }
  const path = `${doomed.url}/api/v1/admin/refunds/${request.id}/approve`
  await fetch(path, { method: 'POST', headers, body: '{}' }).catch(() => undefined)
  expect((await died)[1]).toBe('SIGKILL')

  const worker = await jobWorker('default', JOBS, { concurrency: 4 })(product.deps)
  try {
    await fixture.ends(request.id, 'REFUNDED', 60_000)
  } finally {
    await worker.stop()
  }
  expect(await fixture.refundsOf(paid.gatewayPaymentId)).toMatchObject([{ amount: 294_882 }])
  expect(await fixture.audit('REFUND_ISSUED', request.id)).toHaveLength(1)
  const { body } = await product.get(`/billing/invoices/${paid.id}`, vendor)
  expect(body).toMatchObject({ status: 'VOID', refundedMinorUnit: 294_882 })
}

/** A payment that exists at the gateway, and a subscription invoice for it. */
async function paidInvoice({ product, vendor }: RefundCrashFixture) {
  const { body } = await product.post('/wallet/recharge/init', { amountMinorUnit: 294_882 }, vendor)
  const { paymentId: gatewayPaymentId } = await product.gateway.pay(body.gatewayOrderId)
  const bill = {
    type: 'SUBSCRIPTION',
    baseMinorUnit: 249_900n,
    currency: 'INR',
    description: 'SMB plan',
    gatewayPaymentId,
  } as const
  const { id } = await inTransaction(product.deps.db, (tx) =>
    issueInvoice(tx, product.deps, vendor.vendorId, bill, product.deps.clock.now()),
  )
  return { id, gatewayPaymentId }
}
