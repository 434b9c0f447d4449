import { beforeAll, expect, test } from 'vitest'
import { eventually } from '../../../../tests/support/eventually.ts'
import { type RefundFixture, refundFixture } from '../../../../tests/support/payments/refunds.ts'
import { chargingNobody, newSubscriber } from '../../../../tests/support/payments/subscriptions.ts'
import { startProduct, type TestProduct } from '../../../../tests/support/product.ts'
import type { VendorId } from '../../../domain/ids.ts'
import { runnable } from '../../../platform/jobs.ts'
import { refundJobs } from '../job-handlers.ts'
import * as jobs from '../jobs.ts'

let product: TestProduct
let fixture: RefundFixture
beforeAll(async () => {
  product = await chargingNobody(await startProduct({ sandbox: true }))
  fixture = refundFixture(product)
})

const promisedChecks = (vendorId: string) =>
  product.deps.db
    .selectFrom('outbox_event')
    .select('due_at')
    .where('vendor_id', '=', vendorId as VendorId)
    .where('job_name', '=', 'refunds.process')
    .execute()

test('a refund in progress is checked once an hour, also when its job runs again after a crash', async () => {
  const vendor = await newSubscriber(product)
  const { id: invoiceId } = await fixture.invoice(vendor, 'SUBSCRIPTION')
  await product.gateway.script({ refundStatus: 'pending' })
  const { body } = await fixture.ask(vendor, { invoiceId })
  await fixture.decide(body.id, 'approve')
  const accepted = { status: 'PROCESSING', payouts: [{ status: 'ACCEPTED' }] }
  await eventually(async () => expect(await fixture.read(body.id)).toMatchObject(accepted), 15_000)
  await eventually(async () => expect(await promisedChecks(vendor.vendorId)).toHaveLength(1), 15_000)
  const [job] = runnable(jobs, refundJobs)
  await Promise.all([1, 2, 3].map(() => job?.run(product.deps, vendor.vendorId as VendorId, { requestId: body.id })))
  expect(await promisedChecks(vendor.vendorId)).toHaveLength(1)
})
