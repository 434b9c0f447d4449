import { beforeAll, describe, expect, test } from 'vitest'
import { newOperator, type TestOperator } from '../../../../tests/support/operators.ts'
import { eventOf, gatewayId } from '../../../../tests/support/payments/gateway-events.ts'
import { chargingNobody } from '../../../../tests/support/payments/subscriptions.ts'
import { type UnmatchedFixture, unmatchedFixture } from '../../../../tests/support/payments/unmatched.ts'
import { newVendor, startProduct, type TestProduct } from '../../../../tests/support/product.ts'

const THRESHOLD_PAISE = 40_000

let product: TestProduct
let vendor: Awaited<ReturnType<typeof newVendor>>
let fixture: UnmatchedFixture
let second: TestOperator
beforeAll(async () => {
  const env = { APPROVAL_THRESHOLD_INR_PAISE: String(THRESHOLD_PAISE) }
  product = await chargingNobody(await startProduct({ sandbox: true, env }))
  vendor = await newVendor(product, 'Twice & Sons')
  fixture = unmatchedFixture(product, vendor)
  second = await newOperator(product)
})
const decide = (approvalId: string, how: 'approve' | 'reject' = 'approve') =>
  product.post(`/admin/approvals/${approvalId}/${how}`, undefined, second)
const readApproval = async (id: string) => (await product.get(`/admin/approvals/${id}`, second)).body

describe('an unmatched payment above the threshold', () => {
  test('is refunded when another operator has approved it, and not before', async () => {
    const { id } = await fixture.secondPayment()
    const asked = await fixture.refund(id)
    expect(asked).toMatchObject({ status: 202, body: { approvalId: expect.any(String), status: 'PENDING' } })
    expect(await fixture.find(id)).toMatchObject({ state: 'UNPLACED', refunds: [], decidedBy: null })
    expect(await readApproval(asked.body.approvalId)).toMatchObject({
      kind: 'PAYMENT_REFUND',
      vendorId: vendor.vendorId,
      amountMinorUnit: 50_000,
      reason: 'Paid twice',
      details: { gatewayPaymentId: id },
    })
    expect((await fixture.refund(id)).body).toEqual(asked.body)
    const answers = await Promise.all(Array.from({ length: 10 }, () => decide(asked.body.approvalId)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    await fixture.becomes(id, { state: 'REFUNDED' })
    expect(await fixture.refunds.refundsOf(id)).toHaveLength(1)
    expect(await fixture.refunds.audit('PAYMENT_REFUND_REQUESTED', id)).toMatchObject([
      { details: { reason: 'Paid twice', approvalId: asked.body.approvalId, approvedBy: second.id } },
    ])
  })

  test('is credited when another operator has approved it, and not before', async () => {
    const { id } = await fixture.secondPayment()
    const before = await fixture.balanceOf()
    const asked = await fixture.credit(id)
    expect(asked).toMatchObject({ status: 202 })
    expect(await fixture.balanceOf()).toBe(before)
    expect((await decide(asked.body.approvalId)).status).toBe(200)
    expect(await fixture.find(id)).toMatchObject({ state: 'CREDITED', creditedVendorId: vendor.vendorId })
    expect(await fixture.balanceOf()).toBe(before + 50_000n)
  })

  test('that waits for both a refund and a credit gets the one that is approved first', async () => {
    const { id } = await fixture.secondPayment()
    const before = await fixture.balanceOf()
    const [refund, credit] = [(await fixture.refund(id)).body, (await fixture.credit(id)).body]
    const answers = await Promise.all([decide(refund.approvalId), decide(credit.approvalId)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const isCredited = answers[1]?.status === 200
    await fixture.becomes(id, { state: isCredited ? 'CREDITED' : 'REFUNDED' })
    expect(await fixture.balanceOf()).toBe(before + (isCredited ? 50_000n : 0n))
    expect(await fixture.refunds.refundsOf(id)).toHaveLength(isCredited ? 0 : 1)
  })

  test('is not credited to a vendor that was closed while it waited', async () => {
    const leaving = await newVendor(product)
    const { id } = await fixture.secondPayment()
    const { approvalId } = (await fixture.credit(id, leaving.vendorId)).body
    const exit = await fixture.refunds.leave(leaving)
    await fixture.refunds.ends(exit.id, 'REFUNDED')
    expect(await decide(approvalId)).toMatchObject({ status: 409, body: { code: 'INVALID_STATE' } })
    expect(await readApproval(approvalId)).toMatchObject({ status: 'PENDING' })
    expect(await fixture.find(id)).toMatchObject({ state: 'UNPLACED' })
  })

  test('is not moved when more of it is left than was approved', async () => {
    for (const verb of ['refund', 'credit'] as const) {
      const { id } = await fixture.secondPayment()
      const before = await fixture.balanceOf()
      const refund = { id: gatewayId('rfnd'), payment_id: id, amount: 5_000, status: 'pending' }
      await fixture.deliverEvent(eventOf('refund.created', { refund }))
      expect(await fixture.find(id)).toMatchObject({ refundedMinorUnit: 5_000 })
      const { approvalId } = (await fixture[verb](id)).body
      expect(await readApproval(approvalId)).toMatchObject({ amountMinorUnit: 45_000 })
      await fixture.deliverEvent(eventOf('refund.failed', { refund: { ...refund, status: 'failed' } }))
      expect(await decide(approvalId)).toMatchObject({ status: 409, body: { code: 'INVALID_STATE' } })
      expect(await readApproval(approvalId)).toMatchObject({ status: 'PENDING' })
      expect(await fixture.find(id)).toMatchObject({ state: 'UNPLACED', refundedMinorUnit: 0 })
      expect(await fixture.balanceOf()).toBe(before)
      expect((await decide(approvalId, 'reject')).status).toBe(200)
    }
  })

  test('of no known vendor, or in a currency without a rate, waits too', async () => {
    for (const change of [{ amount: 50_000 }, { amount: 100, currency: 'XPF' }]) {
      const order = { gatewayOrderId: gatewayId('order'), amountMinorUnit: 50_000, currency: 'INR' }
      const id = await fixture.deliverPayment(order as Parameters<typeof fixture.deliverPayment>[0], change)
      const asked = await fixture.refund(id)
      expect(asked).toMatchObject({ status: 202 })
      expect(await readApproval(asked.body.approvalId)).toMatchObject({ vendorId: null, companyName: null })
      expect((await decide(asked.body.approvalId)).status).toBe(200)
      // The gateway does not know it.
      await fixture.becomes(id, { state: 'UNPLACED', refunds: [{ status: 'FAILED' }] })
    }
  })

  test('in parts that stay below it counts as their sum', async () => {
    const small = await fixture.secondPayment(vendor, THRESHOLD_PAISE)
    const next = await fixture.secondPayment(vendor, 10_000)
    expect((await fixture.refund(small.id)).status).toBe(200)
    expect((await fixture.refund(next.id)).status).toBe(202)
  })
})
