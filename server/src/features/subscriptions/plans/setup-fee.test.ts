import { beforeAll, expect, test } from 'vitest'
import { moneyFixture } from '../../../../tests/support/money/money-fixture.ts'
import { startProduct, type TestProduct } from '../../../../tests/support/product.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startProduct({ without: ['WORKER', 'OUTBOX'] })
})

const START = new Date('2026-06-01T00:00:00Z')
const DONE = { kind: 'DONE' }
const waits = (flag: string) => ({ kind: 'FLAGGED', flag, needsOperator: true })

type Fixture = Awaited<ReturnType<typeof moneyFixture>>
const setupInvoices = async ({ deps, vendorId }: Fixture) =>
  deps.db
    .selectFrom('invoice')
    .select('total_minor_unit as total')
    .where('vendor_id', '=', vendorId)
    .where('type', '=', 'SETUP')
    .execute()

async function refundFirstMonth(fixture: Fixture) {
  const request = await fixture.ask(await fixture.invoice(-1))
  await fixture.approve(request)
  await fixture.process(request)
  expect(await fixture.seen()).toMatchObject({ status: 'CANCELLED' })
}

test('the setup fee is charged once: an open order that includes it again is not applied', async () => {
  const fixture = await moneyFixture(product, START)
  const [small, large] = [await fixture.orderPlan('SMB'), await fixture.orderPlan('ENTERPRISE')]
  expect(await fixture.capture(large)).toEqual(DONE)
  await refundFirstMonth(fixture)
  expect(await fixture.capture(small, 'pay_second_setup')).toMatchObject(waits('SETUP_ALREADY_PAID'))
  expect(await setupInvoices(fixture)).toEqual([{ total: 294_882n }])
  expect(await fixture.seen()).toMatchObject({ status: 'CANCELLED' })
  // Not even by a replay: an operator refunds or credits it.
  expect(await fixture.replay(small, 'pay_second_setup')).toMatchObject(waits('SETUP_ALREADY_PAID'))
  expect((await fixture.onboard('SMB')).outcome).toEqual(DONE)
  expect(await setupInvoices(fixture)).toHaveLength(1)
})

test('a payment that waits for an operator takes effect by a replay, and not because it is reported again', async () => {
  const fixture = await moneyFixture(product, START)
  await fixture.onboard('SMB')
  await fixture.cancel()
  fixture.at(new Date('2026-07-02T00:00:00Z'))
  const [small, large] = [await fixture.orderPlan('SMB'), await fixture.orderPlan('ENTERPRISE')]
  expect(await fixture.capture(small)).toEqual(DONE)
  expect(await fixture.capture(large, 'pay_waiting')).toMatchObject(waits('ALREADY_SUBSCRIBED'))
  await refundFirstMonth(fixture)
  expect(await fixture.capture(large, 'pay_waiting')).toMatchObject(waits('ALREADY_SUBSCRIBED'))
  expect(await fixture.seen()).toMatchObject({ status: 'CANCELLED' })
  expect(await fixture.replay(large, 'pay_waiting')).toEqual(DONE)
  expect(await fixture.seen()).toMatchObject({ plan: 'ENTERPRISE', status: 'ACTIVE' })
})
