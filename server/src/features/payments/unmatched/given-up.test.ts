import { beforeAll, describe, expect, test } from 'vitest'
import { seededOperator } from '../../../../tests/support/operators.ts'
import { chargingNobody } from '../../../../tests/support/payments/subscriptions.ts'
import { type UnmatchedFixture, unmatchedFixture } from '../../../../tests/support/payments/unmatched.ts'
import { newVendor, startProduct, type TestProduct } from '../../../../tests/support/product.ts'
import { type AccountId, PLATFORM } from '../../../domain/ids.ts'
import { inTransaction } from '../../../platform/db/db.ts'
import { newId } from '../../../platform/ids.ts'
import { insertJobDeadLetter } from '../../outbox/dead-letters.sql.ts'
import { refundPayment } from '../jobs.ts'
import * as sql from './unmatched.cross-vendor.sql.ts'

let product: TestProduct
let vendor: Awaited<ReturnType<typeof newVendor>>
let fixture: UnmatchedFixture
let operatorId: AccountId
beforeAll(async () => {
  product = await chargingNobody(await startProduct({ sandbox: true }))
  vendor = await newVendor(product)
  fixture = unmatchedFixture(product, vendor)
  operatorId = (await seededOperator(product)).id as AccountId
})

/** What a refund leaves whose job failed for good: a planned refund and a dead letter. */
async function givenUp() {
  const { id: gatewayPaymentId } = await fixture.secondPayment()
  const { db, clock } = product.deps
  const now = clock.now()
  const letterId = newId<'letter'>()
  const refundId = newId<'paymentRefund'>()
  const payment = await inTransaction(db, async (tx) => {
    const row = await sql.lockUnmatched(tx, gatewayPaymentId)
    const paymentId = row?.id ?? ''
    await sql.insertRefund(tx, {
      id: refundId,
      payment_id: paymentId,
      amount_minor_unit: 50_000n,
      requested_by: operatorId,
      created_at: now,
    })
    await sql.updateUnmatched(tx, paymentId, { state: 'REFUNDING', decided_by: operatorId })
    const letter = { id: letterId, name: refundPayment.name, payload: { paymentId }, reason: 'no answer', attempts: 5 }
    await insertJobDeadLetter(tx, PLATFORM, { ...letter, now })
    return { paymentId }
  })
  /** The call that the job made, whose answer nobody got. */
  const call = () =>
    product.deps.gateway.refund({
      gatewayPaymentId,
      amountMinorUnit: 50_000n,
      idempotencyKey: refundId,
      notes: { unplacedPaymentId: payment.paymentId, vendorId: vendor.vendorId },
    })
  return { gatewayPaymentId, letterId, call }
}
const close = async (letterId: string) =>
  product.post(
    `/admin/dead-letters/${letterId}/close`,
    { reason: 'The gateway was down' },
    await fixture.refunds.operator(),
  )

describe('closing the dead letter of a refund that was given up', () => {
  test('lets operators decide about the payment again, and a credit then is the only effect', async () => {
    const { gatewayPaymentId, letterId } = await givenUp()
    expect(await fixture.credit(gatewayPaymentId)).toMatchObject({ status: 409 })
    expect((await close(letterId)).status).toBe(200)
    expect(await fixture.find(gatewayPaymentId)).toMatchObject({
      state: 'UNPLACED',
      refundedMinorUnit: 0,
      refunds: [{ status: 'FAILED', failure: 'GIVEN_UP' }],
    })
    const before = await fixture.balanceOf()
    expect((await fixture.credit(gatewayPaymentId)).status).toBe(200)
    expect(await fixture.balanceOf()).toBe(before + 50_000n)
    expect(await fixture.refunds.refundsOf(gatewayPaymentId)).toEqual([])
  })

  test('records the refund if the gateway made it and only the answer was lost', async () => {
    const { gatewayPaymentId, letterId, call } = await givenUp()
    await product.gateway.script({ dropWebhooks: 1 })
    await call()
    expect((await close(letterId)).status).toBe(200)
    await product.gateway.script({ dropWebhooks: 0 })
    expect(await fixture.find(gatewayPaymentId)).toMatchObject({
      state: 'REFUNDED',
      refunds: [{ status: 'PROCESSED', gatewayRefundId: expect.stringMatching(/^rfnd_/) }],
    })
    expect(await fixture.credit(gatewayPaymentId)).toMatchObject({ status: 409 })
  })

  test('is refused while the gateway is still processing it or cannot be asked, and changes nothing', async () => {
    const { gatewayPaymentId, letterId, call } = await givenUp()
    await product.gateway.script({ dropWebhooks: 1, refundStatus: 'pending' })
    await call()
    expect(await close(letterId)).toMatchObject({ status: 409, body: { code: 'INVALID_STATE' } })
    await product.gateway.script({ errorRate: 1 })
    expect(await close(letterId)).toMatchObject({ status: 503, body: { code: 'GATEWAY_UNAVAILABLE' } })
    await product.gateway.script({ errorRate: 0, dropWebhooks: 0, refundStatus: 'processed' })
    expect(await fixture.find(gatewayPaymentId)).toMatchObject({ state: 'REFUNDING', refunds: [{ status: 'PLANNED' }] })
    const letter = await product.get(`/admin/dead-letters/${letterId}`, await fixture.refunds.operator())
    expect(letter.body).toMatchObject({ closedAt: null, replayedAt: null })
  })

  test('ten times at once, beside a replay, ends it once', async () => {
    const { gatewayPaymentId, letterId } = await givenUp()
    const operator = await fixture.refunds.operator()
    const answers = await Promise.all([
      ...Array.from({ length: 10 }, () => close(letterId)),
      product.post(`/admin/dead-letters/${letterId}/replay`, undefined, operator),
    ])
    const isReplayed = answers.at(-1)?.status === 200
    await fixture.becomes(gatewayPaymentId, { state: isReplayed ? 'REFUNDED' : 'UNPLACED' })
    expect(await fixture.refunds.refundsOf(gatewayPaymentId)).toHaveLength(isReplayed ? 1 : 0)
  })
})
