import { beforeAll, describe, expect, test } from 'vitest'
import { type RefundFixture, refundFixture } from '../../../../tests/support/payments/refunds.ts'
import { chargingNobody, newSubscriber, subscriptionOf } from '../../../../tests/support/payments/subscriptions.ts'
import { newVendor, startProduct, type TestProduct } from '../../../../tests/support/product.ts'
import type { VendorId } from '../../../domain/ids.ts'
import { inTransaction } from '../../../platform/db/db.ts'
import { newId } from '../../../platform/ids.ts'
import { insertJobDeadLetter } from '../../outbox/dead-letters.sql.ts'
import { processRefund } from '../jobs.ts'
import * as sql from '../sql.ts'
import * as payouts from './payouts.sql.ts'

let product: TestProduct
let fixture: RefundFixture
beforeAll(async () => {
  product = await chargingNobody(await startProduct({ sandbox: true }))
  fixture = refundFixture(product)
})

/** What an approved request leaves whose job failed for good, before or after it began. */
async function givenUp(
  vendorId: string,
  requestId: string,
  payment: { id: string; amountMinorUnit: bigint } | undefined,
  status: 'APPROVED' | 'PROCESSING' = 'PROCESSING',
) {
  const now = product.deps.clock.now()
  const letterId = newId<'letter'>()
  const id = vendorId as VendorId
  await inTransaction(product.deps.db, async (tx) => {
    const { currency, invoice_id: invoiceId } = await sql.lockRequest(tx, id, requestId)
    await sql.transitionRequest(tx, id, requestId, 'APPROVED', {
      decided_at: now,
      amount_minor_unit: payment?.amountMinorUnit ?? 0n,
    })
    if (status === 'PROCESSING') await sql.transitionRequest(tx, id, requestId, 'PROCESSING', {})
    const about = { id: requestId, requestId, currency, invoiceId }
    if (payment)
      await payouts.insertPayouts(
        tx,
        id,
        [{ ...about, gatewayPaymentId: payment.id, amountMinorUnit: payment.amountMinorUnit }],
        now,
      )
    const letter = { id: letterId, name: processRefund.name, payload: { requestId }, reason: 'no answer', attempts: 5 }
    await insertJobDeadLetter(tx, id, { ...letter, now })
  })
  return letterId
}
const close = async (letterId: string) =>
  product.post(`/admin/dead-letters/${letterId}/close`, { reason: 'The gateway was down' }, await fixture.operator())

async function firstMonth() {
  const vendor = await newSubscriber(product)
  const invoice = await fixture.invoice(vendor, 'SUBSCRIPTION')
  const { body } = await fixture.ask(vendor, { invoiceId: invoice.id })
  const payment = { id: invoice.gatewayPaymentId as string, amountMinorUnit: BigInt(invoice.totalMinorUnit) }
  return { vendor, requestId: body.id as string, payment, invoiceId: invoice.id as string }
}

describe('closing the dead letter of a refund request that was given up', () => {
  test.each(['APPROVED', 'PROCESSING'] as const)(
    'fails the request that is %s: the plan can be changed and the refund requested again',
    async (status) => {
      const { vendor, requestId, payment, invoiceId } = await firstMonth()
      const letterId = await givenUp(vendor.vendorId, requestId, payment, status)
      expect((await close(letterId)).status).toBe(200)
      expect(await fixture.read(requestId)).toMatchObject({ status: 'FAILED', failure: 'GIVEN_UP' })
      expect(await subscriptionOf(product, vendor)).toMatchObject({ status: 'ACTIVE' })
      expect(await fixture.refundsOf(payment.id)).toEqual([])
      expect((await fixture.ask(vendor, { invoiceId })).status).toBe(201)
    },
  )

  test('completes the request if the gateway made the refund and only the answer was lost', async () => {
    const { vendor, requestId, payment } = await firstMonth()
    const letterId = await givenUp(vendor.vendorId, requestId, payment)
    await product.gateway.script({ dropWebhooks: 1 })
    await product.deps.gateway.refund({
      gatewayPaymentId: payment.id,
      amountMinorUnit: payment.amountMinorUnit,
      idempotencyKey: requestId,
      notes: { vendorId: vendor.vendorId, refundRequestId: requestId },
    })
    expect((await close(letterId)).status).toBe(200)
    await product.gateway.script({ dropWebhooks: 0 })
    expect(await fixture.read(requestId)).toMatchObject({ status: 'REFUNDED' })
    expect(await subscriptionOf(product, vendor)).toMatchObject({ status: 'CANCELLED' })
  })

  test('leaves what an account is owed to a manual payout', async () => {
    const vendor = await newVendor(product)
    const { paymentId } = await fixture.recharge(vendor, 50_000)
    const { body } = await fixture.ask(vendor, { kind: 'WALLET_EXIT' })
    const letterId = await givenUp(vendor.vendorId, body.id, { id: paymentId, amountMinorUnit: 49_000n })
    expect((await close(letterId)).status).toBe(200)
    expect(await fixture.read(body.id)).toMatchObject({ status: 'REFUNDED', manualPayoutMinorUnit: 49_000 })
  })

  test('changes nothing about a request that has ended meanwhile', async () => {
    const { vendor, requestId, payment } = await firstMonth()
    const letterId = await givenUp(vendor.vendorId, requestId, payment, 'APPROVED')
    const now = product.deps.clock.now()
    const change = {
      decided_at: now,
      finished_at: now,
      decision_reason: 'SUPERSEDED',
      amount_minor_unit: null,
    } as const
    await inTransaction(product.deps.db, async (tx) => {
      await payouts.transitionPayout(tx, vendor.vendorId as VendorId, requestId, 'FAILED', null, now)
      await sql.transitionRequest(tx, vendor.vendorId as VendorId, requestId, 'REJECTED', change)
    })
    expect((await close(letterId)).status).toBe(200)
    expect(await fixture.read(requestId)).toMatchObject({ status: 'REJECTED', decisionReason: 'SUPERSEDED' })
  })
})
