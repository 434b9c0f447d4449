import { beforeAll, describe, expect, test } from 'vitest'
import { newOperator, type TestOperator } from '../../../tests/support/operators.ts'
import { type RefundFixture, refundFixture } from '../../../tests/support/payments/refunds.ts'
import {
  advanceAndSignIn,
  chargingNobody,
  newSubscriber,
  subscriptionOf,
} from '../../../tests/support/payments/subscriptions.ts'
import { newVendor, startProduct, type TestProduct } from '../../../tests/support/product.ts'

/** Above it: a month of a plan, and most wallets. */
const THRESHOLD_PAISE = 40_000
const WEEK_SECONDS = 7 * 86_400

let product: TestProduct
let fixture: RefundFixture
let second: TestOperator
beforeAll(async () => {
  const env = { APPROVAL_THRESHOLD_INR_PAISE: String(THRESHOLD_PAISE), ACCESS_TOKEN_TTL_SECONDS: '86400' }
  product = await chargingNobody(await startProduct({ sandbox: true, env }))
  fixture = refundFixture(product)
  second = await newOperator(product)
})

const decide = (approvalId: string, how: 'approve' | 'reject' = 'approve') =>
  product.post(`/admin/approvals/${approvalId}/${how}`, undefined, second)
const readApproval = async (id: string) => (await product.get(`/admin/approvals/${id}`, second)).body
const withdraw = (who: { token: string }, id: string) =>
  product.del(`/billing/refund-requests/${id}`, { token: who.token })

/** A refund of a first month that one operator has approved. */
async function pendingRefund(note?: string) {
  const vendor = await newSubscriber(product)
  const invoice = await fixture.invoice(vendor, 'SUBSCRIPTION')
  const { body } = await fixture.ask(vendor, { invoiceId: invoice.id })
  const answer = await fixture.decide(body.id, 'approve', note === undefined ? {} : { note })
  expect(answer).toMatchObject({ status: 202, body: { approvalId: expect.any(String), status: 'PENDING' } })
  return { vendor, invoice, requestId: body.id as string, approvalId: answer.body.approvalId as string }
}

describe('an account closure', () => {
  test('is compared with the threshold in the currency of the wallet, also when that was chosen after the request', async () => {
    const vendor = await newVendor(product)
    const { body } = await fixture.ask(vendor, { kind: 'WALLET_EXIT' })
    expect((await product.patch('/vendor/me', { currency: 'USD' }, vendor)).status).toBe(200)
    await fixture.recharge(vendor, 1_000)
    // 9.80 dollars are about 817 rupees.
    const answer = await fixture.decide(body.id, 'approve')
    expect(answer).toMatchObject({ status: 202 })
    expect(await readApproval(answer.body.approvalId)).toMatchObject({ amountMinorUnit: 980, currency: 'USD' })
    expect(await decide(answer.body.approvalId)).toMatchObject({ status: 200 })
    expect(await fixture.ends(body.id, 'REFUNDED')).toMatchObject({ amountMinorUnit: 980, currency: 'USD' })
  })
})

describe('a refund above the threshold', () => {
  test('moves nothing until another operator approves it; the note is stored encrypted', async () => {
    const note = 'Paid to Asha Verma as agreed'
    const { vendor, invoice, requestId, approvalId } = await pendingRefund(note)
    expect(await fixture.read(requestId)).toMatchObject({
      status: 'REQUESTED',
      payouts: [],
      decidedBy: null,
      pendingApprovalId: approvalId,
    })
    expect(await readApproval(approvalId)).toMatchObject({
      kind: 'REFUND',
      vendorId: vendor.vendorId,
      amountMinorUnit: invoice.totalMinorUnit,
      currency: 'INR',
      reason: `Refund of invoice ${invoice.invoiceNumber}`,
      details: { requestId },
      text: note,
    })
    const stored = await product.deps.db.selectFrom('approval').select(['payload', 'reason']).execute()
    const audited = await product.deps.db.selectFrom('audit_entry').select('details').execute()
    expect(JSON.stringify([stored, audited])).not.toContain('Asha')
    expect(
      await product.post(`/admin/approvals/${approvalId}/approve`, undefined, await fixture.operator()),
    ).toMatchObject({
      status: 403,
      body: { code: 'SAME_OPERATOR' },
    })
    expect(await fixture.refundsOf(invoice.gatewayPaymentId)).toEqual([])

    expect(await decide(approvalId)).toMatchObject({
      status: 200,
      body: { status: 'APPROVED', result: { requestId, amountMinorUnit: invoice.totalMinorUnit } },
    })
    expect(await fixture.ends(requestId, 'REFUNDED')).toMatchObject({ note, pendingApprovalId: null })
    expect(await fixture.refundsOf(invoice.gatewayPaymentId)).toMatchObject([{ amount: invoice.totalMinorUnit }])
    expect(await fixture.audit('REFUND_APPROVED', requestId)).toMatchObject([
      { details: { approvalId, approvedBy: second.id } },
    ])
  })

  test('requested again, by anybody, is the same request, and another amount is refused', async () => {
    const vendor = await newSubscriber(product)
    const invoice = await fixture.invoice(vendor, 'SUBSCRIPTION')
    const opened = await product.post(
      '/admin/refunds',
      { vendorId: vendor.vendorId, invoiceId: invoice.id, basis: 'PLATFORM_ERROR', reason: 'A week without service.' },
      second,
    )
    const approve = (token: string, body: object) =>
      product.post(`/admin/refunds/${opened.body.id}/approve`, body, { token })
    const part = { amountMinorUnit: THRESHOLD_PAISE + 1 }
    const first = await approve(second.token, part)
    expect(first.status).toBe(202)
    expect((await approve((await fixture.operator()).token, part)).body).toEqual(first.body)
    expect(await approve(second.token, {})).toMatchObject({ status: 409, body: { approvalId: first.body.approvalId } })
  })

  test('is rejected with its approval, and can be approved again', async () => {
    const { requestId, approvalId } = await pendingRefund()
    expect(await decide(approvalId, 'reject')).toMatchObject({ status: 200, body: { status: 'REJECTED' } })
    expect(await fixture.read(requestId)).toMatchObject({ status: 'REQUESTED', pendingApprovalId: null })
    expect((await fixture.decide(requestId, 'approve')).body.approvalId).not.toBe(approvalId)
  })

  test('is made once, of twenty concurrent approvals', async () => {
    const { invoice, requestId, approvalId } = await pendingRefund()
    const answers = await Promise.all(Array.from({ length: 20 }, () => decide(approvalId)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    await fixture.ends(requestId, 'REFUNDED')
    expect(await fixture.refundsOf(invoice.gatewayPaymentId)).toHaveLength(1)
  })
})

describe('while a refund waits for a second operator', () => {
  const refused = async (approvalId: string, requestId: string, status: string) => {
    expect(await decide(approvalId)).toMatchObject({ status: 409, body: { code: 'INVALID_STATE' } })
    expect((await fixture.read(requestId)).status).toBe(status)
  }

  test('the vendor may withdraw it, and the approval then fails', async () => {
    const { vendor, invoice, requestId, approvalId } = await pendingRefund()
    expect((await withdraw(vendor, requestId)).status).toBe(200)
    await refused(approvalId, requestId, 'WITHDRAWN')
    expect(await fixture.refundsOf(invoice.gatewayPaymentId)).toEqual([])
    expect(await subscriptionOf(product, vendor)).toMatchObject({ status: 'ACTIVE' })
  })

  test('an operator may reject it, and the approval then fails', async () => {
    const { requestId, approvalId } = await pendingRefund()
    expect((await fixture.decide(requestId, 'reject')).status).toBe(200)
    await refused(approvalId, requestId, 'REJECTED')
  })

  test('a payment for the plan supersedes it, and the approval then fails', async () => {
    const vendor = await newSubscriber(product)
    const change = await product.post('/billing/subscription/change', { plan: 'ENTERPRISE', cycle: 'MONTHLY' }, vendor)
    const invoice = await fixture.invoice(vendor, 'SUBSCRIPTION')
    const { body } = await fixture.ask(vendor, { invoiceId: invoice.id })
    const { approvalId } = (await fixture.decide(body.id, 'approve')).body
    await product.gateway.pay(change.body.gatewayOrderId)
    expect(await fixture.ends(body.id, 'REJECTED')).toMatchObject({ decisionReason: 'SUPERSEDED' })
    await refused(approvalId, body.id, 'REJECTED')
    expect(await fixture.refundsOf(invoice.gatewayPaymentId)).toEqual([])
  })

  test('the approval expires after a week, and a new one can be requested', async () => {
    const { vendor, requestId, approvalId } = await pendingRefund()
    await advanceAndSignIn(product, vendor, WEEK_SECONDS)
    second = await newOperator(product)
    expect(await decide(approvalId)).toMatchObject({ status: 409, body: { currentStatus: 'EXPIRED' } })
    expect(await fixture.read(requestId)).toMatchObject({ status: 'REQUESTED', pendingApprovalId: null })
    expect((await fixture.decide(requestId, 'approve')).status).toBe(202)
  })
})

describe('closing an account with a payout above the threshold', () => {
  test('leaves it open until another operator approves; a larger balance by then needs a new request', async () => {
    const vendor = await newVendor(product)
    await fixture.recharge(vendor, 50_000)
    const { body } = await fixture.ask(vendor, { kind: 'WALLET_EXIT' })
    const { approvalId } = (await fixture.decide(body.id, 'approve')).body
    expect((await product.get('/wallet/balance', vendor)).body.balanceMinorUnit).toBe(50_000)
    await fixture.recharge(vendor, 60_000)
    expect(await decide(approvalId)).toMatchObject({ status: 409, body: { code: 'INVALID_STATE' } })
    expect((await product.get('/wallet/balance', vendor)).body.balanceMinorUnit).toBe(110_000)
    await decide(approvalId, 'reject')
    const again = (await fixture.decide(body.id, 'approve')).body
    expect((await decide(again.approvalId)).status).toBe(200)
    expect(await fixture.ends(body.id, 'REFUNDED')).toMatchObject({ amountMinorUnit: 107_800 })
  })

  test('and the bank transfer that remains are each approved; the reference is stored encrypted', async () => {
    const vendor = await newVendor(product)
    // Given in parts, because a credit above the threshold would wait too.
    await fixture.give(vendor.vendorId, THRESHOLD_PAISE, 'CREDIT')
    const other = await newOperator(product)
    const credit = { vendorId: vendor.vendorId, amountMinorUnit: 20_000, type: 'CREDIT', reason: 'Goodwill' }
    expect((await product.post('/admin/wallet/credit', credit, other)).status).toBe(201)
    const { body } = await fixture.ask(vendor, { kind: 'WALLET_EXIT' })
    await decide((await fixture.decide(body.id, 'approve')).body.approvalId)
    expect(await fixture.ends(body.id, 'REFUNDED')).toMatchObject({ manualPayoutMinorUnit: 58_800 })

    const reference = 'SBIN226319000123'
    const asked = await product.post(`/admin/refunds/${body.id}/paid-out`, { reference }, await fixture.operator())
    expect(asked).toMatchObject({ status: 202 })
    expect(await fixture.read(body.id)).toMatchObject({ paidOutAt: null, pendingApprovalId: asked.body.approvalId })
    const { text, ...shown } = await readApproval(asked.body.approvalId)
    expect({ text, kind: shown.kind, amount: shown.amountMinorUnit }).toEqual({
      text: reference,
      kind: 'PAYOUT',
      amount: 58_800,
    })
    const stored = await product.deps.db.selectFrom('approval').select(['payload', 'reason']).execute()
    expect(JSON.stringify(stored)).not.toContain(reference)
    expect((await decide(asked.body.approvalId)).status).toBe(200)
    expect(await fixture.read(body.id)).toMatchObject({ paidOutAt: expect.any(String), paidOutReference: reference })
    const more = await product.post(`/admin/refunds/${body.id}/paid-out`, { reference }, await fixture.operator())
    expect(more).toMatchObject({ status: 409, body: { code: 'INVALID_STATE' } })
  })
})
