import { beforeAll, expect, test } from 'vitest'
import { moneyFixture } from '../../../tests/support/money/money-fixture.ts'
import { startProduct, type TestProduct } from '../../../tests/support/product.ts'

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
