import { beforeAll, expect, test } from 'vitest'
import { moneyFixture } from '../../../../tests/support/money/money-fixture.ts'
import { startProduct, type TestProduct } from '../../../../tests/support/product.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startProduct({ without: ['WORKER', 'OUTBOX'] })
})

test('the withdrawal of a request is in the log of the vendor once, and a refused one is not', async () => {
  const fixture = await moneyFixture(product, new Date('2026-06-01T00:00:00Z'))
  await fixture.onboard('SMB')
  const id = await fixture.ask(await fixture.invoice())
  await fixture.withdraw(id)
  await expect(fixture.withdraw(id)).rejects.toMatchObject({ code: 'INVALID_STATE' })
  const entries = await product.deps.db
    .selectFrom('vendor_audit_entry')
    .select(['action', 'actor_type as actor', 'details'])
    .where('vendor_id', '=', fixture.vendorId)
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute()
  const details = { invoiceNumber: expect.stringMatching(/^HRK-/) }
  expect(entries).toEqual([
    { action: 'REFUND_REQUESTED', actor: 'MEMBER', details },
    { action: 'REFUND_WITHDRAWN', actor: 'MEMBER', details },
  ])
})
