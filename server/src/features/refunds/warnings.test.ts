import { beforeAll, expect, test } from 'vitest'
import { givenReply } from '../../../tests/support/messaging/dispatch.ts'
import { moneyFixture } from '../../../tests/support/money/money-fixture.ts'
import { startProduct, type TestProduct } from '../../../tests/support/product.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startProduct({ without: ['WORKER', 'OUTBOX'] })
})

test('an operator is warned of earlier refunds of the vendor and of messages sent since the payment', async () => {
  const fixture = await moneyFixture(product, new Date('2026-06-01T00:00:00Z'))
  await fixture.onboard('SMB')
  const first = await fixture.open(await fixture.invoice())
  expect((await fixture.read(first)).warnings).toEqual([])
  await fixture.approve(first, 1_000)
  await fixture.process(first)
  expect(await fixture.read(first)).toMatchObject({
    status: 'REFUNDED',
    warnings: [],
    decidedBy: { email: expect.any(String) },
  })

  const messageId = await givenReply(product, fixture.vendorId)
  const second = await fixture.open(await fixture.invoice(), 'DOUBLE_CHARGE')
  const codes = async () => (await fixture.read(second)).warnings.map(({ code }) => code)
  expect(await codes()).toEqual(['EARLIER_REFUNDS']) // the message has not left
  const setSent = (at: Date | null) =>
    product.deps.db.updateTable('message').set({ sent_at: at }).where('id', '=', messageId).execute()
  await setSent(product.deps.clock.now())
  expect(await codes()).toEqual(['EARLIER_REFUNDS', 'MESSAGES_SENT'])
  expect((await fixture.read(second)).warnings.map(({ message }) => message)).toEqual([
    'This vendor has had 1 earlier refund.',
    '1 message has been sent since this invoice was paid.',
  ])
})
