import { beforeAll, expect, test } from 'vitest'
import { moneyFixture } from '../../../tests/support/money/money-fixture.ts'
import { startProduct, type TestProduct } from '../../../tests/support/product.ts'
import type { VendorId } from '../../domain/ids.ts'
import { sweepSubscriptions } from './lifecycle/sweep.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startProduct({ without: ['WORKER', 'OUTBOX'] })
})

const CUSTOM = { plan: 'CUSTOM', monthlyAmountPaise: 2_500_000, conversationCap: 500_000 }

test('terms agreed with a vendor that had cancelled go on after the paid cycle, and its first month is not refunded', async () => {
  const fixture = await moneyFixture(product, new Date('2026-06-01T00:00:00Z'))
  await fixture.onboard('SMB')
  await fixture.cancel()
  expect(await fixture.seen()).toMatchObject({ cancelAtCycleEnd: true, refundDeadline: expect.any(String) })
  await fixture.setTerms(CUSTOM)
  expect(await fixture.seen()).toMatchObject({ plan: 'CUSTOM', cancelAtCycleEnd: false, refundDeadline: null })
  await expect(fixture.ask(await fixture.invoice())).rejects.toMatchObject({ code: 'REFUND_WINDOW_CLOSED' })
  fixture.at(new Date('2026-07-01T01:00:00Z'))
  expect(await fixture.seen()).toMatchObject({ plan: 'CUSTOM', status: 'ACTIVE' })
})

test('terms agreed while a cycle is due replace its open invoice, and paying late leaves none open', async () => {
  const fixture = await moneyFixture(product, new Date('2026-06-01T00:00:00Z'))
  await fixture.onboard('SMB')
  fixture.at(new Date('2026-07-07T00:00:00Z'))
  await sweepSubscriptions(fixture.deps)
  expect(await bills(fixture.vendorId)).toEqual([['OVERDUE', 249_900]])
  await fixture.setTerms({ ...CUSTOM, cycle: 'QUARTERLY' })
  await sweepSubscriptions(fixture.deps)
  expect(await bills(fixture.vendorId)).toEqual([
    ['VOID', 249_900],
    ['OVERDUE', 7_500_000],
  ])
  fixture.at(new Date('2026-08-15T00:00:00Z'))
  await fixture.capture(await fixture.orderCycle())
  expect(await bills(fixture.vendorId)).toEqual([
    ['VOID', 249_900],
    ['PAID', 7_500_000],
  ])
})

/** Of the cycles after the first one. */
async function bills(vendorId: VendorId) {
  const rows = await product.deps.db
    .selectFrom('invoice')
    .select(['status', 'amount_minor_unit as base'])
    .where('vendor_id', '=', vendorId)
    .where('type', '=', 'SUBSCRIPTION')
    .orderBy('id')
    .execute()
  return rows.slice(1).map(({ status, base }) => [status, Number(base)])
}
