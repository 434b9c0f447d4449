import type { KyselyPlugin } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { eventually } from '../../../tests/support/eventually.ts'
import { type RefundFixture, refundFixture } from '../../../tests/support/payments/refunds.ts'
import { chargingNobody, newSubscriber } from '../../../tests/support/payments/subscriptions.ts'
import { startProduct, type TestProduct } from '../../../tests/support/product.ts'
import { inTransaction, type Tx } from '../../platform/db/db.ts'
import { applyRefundEvent } from './payouts/refund-event.ts'

let product: TestProduct
let fixture: RefundFixture
beforeAll(async () => {
  product = await chargingNobody(await startProduct({ sandbox: true }))
  fixture = refundFixture(product)
})

const statuses = (answers: { status: number }[]) =>
  Object.fromEntries(
    [...new Set(answers.map(({ status }) => status))]
      .sort()
      .map((status) => [status, answers.filter((answer) => answer.status === status).length]),
  )

test('of 100 concurrent approvals one counts, and the gateway refunds once', async () => {
  const vendor = await newSubscriber(product)
  const invoice = await fixture.invoice(vendor, 'SUBSCRIPTION')
  const { body } = await fixture.ask(vendor, { invoiceId: invoice.id })
  const operator = await fixture.operator()
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => product.post(`/admin/refunds/${body.id}/approve`, {}, operator)),
  )
  expect(statuses(answers)).toEqual({ 200: 1, 409: 99 })
  await fixture.ends(body.id, 'REFUNDED')
  expect(await fixture.refundsOf(invoice.gatewayPaymentId)).toHaveLength(1)
  expect(await fixture.audit('REFUND_APPROVED', body.id)).toHaveLength(1)
  expect(await fixture.audit('REFUND_ISSUED', body.id)).toHaveLength(1)
  expect((await product.get('/billing/credit-notes', vendor)).body.total).toBe(1)
})

test('of a concurrent approval and rejection exactly one succeeds', async () => {
  for (let round = 0; round < 5; round++) {
    const vendor = await newSubscriber(product)
    const invoice = await fixture.invoice(vendor, 'SUBSCRIPTION')
    const { body } = await fixture.ask(vendor, { invoiceId: invoice.id })
    const [yes, no] = await Promise.all([fixture.decide(body.id, 'approve'), fixture.decide(body.id, 'reject')])
    expect([yes.status, no.status].sort()).toEqual([200, 409])
    await fixture.ends(body.id, yes.status === 200 ? 'REFUNDED' : 'REJECTED')
    expect(await fixture.refundsOf(invoice.gatewayPaymentId)).toHaveLength(yes.status === 200 ? 1 : 0)
  }
})

test('of many requests for one invoice one is open, and one key makes one request', async () => {
  const vendor = await newSubscriber(product)
  const { id: invoiceId } = await fixture.invoice(vendor, 'SUBSCRIPTION')
  const answers = await Promise.all(Array.from({ length: 20 }, () => fixture.ask(vendor, { invoiceId })))
  expect(statuses(answers)).toEqual({ 201: 1, 409: 19 })
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe('REFUND_OPEN')
  const { id } = (await product.get('/billing/refund-requests', vendor)).body.data[0]
  await fixture.decide(id, 'reject')
  const key = { 'idempotency-key': 'once' }
  const [first, second] = [await fixture.ask(vendor, { invoiceId }, key), await fixture.ask(vendor, { invoiceId }, key)]
  expect([first.status, second.status]).toEqual([201, 201])
  expect(second.body).toEqual(first.body)
  expect(second.headers['idempotency-replayed']).toBe('true')
})

test('two jobs for one refund, with every webhook five times and out of order, settle it once', async () => {
  const vendor = await newSubscriber(product)
  const invoice = await fixture.invoice(vendor, 'SUBSCRIPTION')
  await product.gateway.script({ duplicateWebhooks: 4, reorderWebhooks: true })
  const { body } = await fixture.ask(vendor, { invoiceId: invoice.id })
  await fixture.decide(body.id, 'approve')
  await fixture.ends(body.id, 'REFUNDED')
  await product.gateway.script({ duplicateWebhooks: 0, reorderWebhooks: false })
  expect(await fixture.refundsOf(invoice.gatewayPaymentId)).toHaveLength(1)
  expect(await fixture.audit('REFUND_ISSUED', body.id)).toHaveLength(1)
})

test('of two concurrent events the second is not lost, whenever the first finishes', async () => {
  const vendor = await newSubscriber(product)
  const invoice = await fixture.invoice(vendor, 'SUBSCRIPTION')
  await product.gateway.script({ refundStatus: 'pending', dropReplyRate: 1, dropWebhooks: 1 })
  const { body } = await fixture.ask(vendor, { invoiceId: invoice.id })
  await fixture.decide(body.id, 'approve')
  const refund = await eventually(async () => {
    const [taken] = await fixture.refundsOf(invoice.gatewayPaymentId)
    if (!taken) throw new Error('the gateway knows no refund yet')
    return taken
  }, 20_000)
  await product.gateway.settleRefund(refund.id, 'fail')

  const reportRefund = (tx: Tx, status: string) =>
    applyRefundEvent(
      tx,
      product.deps,
      {
        gatewayRefundId: refund.id,
        gatewayPaymentId: invoice.gatewayPaymentId,
        amountMinorUnit: BigInt(refund.amount),
        status,
      },
      product.deps.clock.now(),
    )
  let isCreatedTold = false
  const createdIsDoneAfterTheFirstLook: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (!isCreatedTold) {
        isCreatedTold = true
        await inTransaction(product.deps.db, (tx) => reportRefund(tx, 'pending'))
      }
      return result
    },
  }
  const isOurs = await inTransaction(product.deps.db, (tx) =>
    reportRefund(tx.withPlugin(createdIsDoneAfterTheFirstLook), 'failed'),
  )
  expect([isCreatedTold, isOurs]).toEqual([true, true])
  expect(await fixture.read(body.id)).toMatchObject({ status: 'FAILED', payouts: [{ status: 'FAILED' }] })
  await product.gateway.script({ refundStatus: 'processed', dropReplyRate: 0, dropWebhooks: 0 })
})
