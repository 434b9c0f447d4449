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

test('before an account is closed, an operator is warned of what has happened since the request', async () => {
  const fixture = await moneyFixture(product, new Date('2026-06-01T00:00:00Z'))
  await fixture.onboard('ENTERPRISE')
  await fixture.recharge(500_000)
  fixture.pass(2)
  const request = await fixture.askExit()
  const warnings = async () => (await fixture.read(request)).warnings
  expect(await warnings()).toEqual([])
  fixture.pass(1)
  await fixture.change('SMB')
  const planChanged = {
    code: 'PLAN_CHANGED',
    message: 'The plan was paid for or changed after this request. Closing the account ends it.',
  }
  expect(await warnings()).toEqual([planChanged])
  const messageId = await givenReply(product, fixture.vendorId)
  const sent = { created_at: fixture.now(), sent_at: fixture.now() }
  await product.deps.db.updateTable('message').set(sent).where('id', '=', messageId).execute()
  expect(await warnings()).toEqual([
    planChanged,
    { code: 'MESSAGES_SENT', message: '1 message has been sent since this request.' },
  ])
})

test('what happened before the request to close an account is no warning, and a paid cycle is one', async () => {
  const fixture = await moneyFixture(product, new Date('2026-06-01T00:00:00Z'))
  await fixture.onboard('ENTERPRISE')
  await fixture.change('SMB')
  fixture.at(new Date('2026-06-28T00:00:00Z'))
  const request = await fixture.askExit()
  expect((await fixture.read(request)).warnings).toEqual([])
  fixture.at(new Date('2026-07-01T00:00:00Z'))
  await fixture.charge()
  expect((await fixture.read(request)).warnings).toMatchObject([{ code: 'PLAN_CHANGED' }])
})
