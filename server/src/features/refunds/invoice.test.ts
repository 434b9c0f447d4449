import { beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../../../tests/support/eventually.ts'
import { type RefundFixture, refundFixture } from '../../../tests/support/payments/refunds.ts'
import {
  advanceAndSignIn,
  chargingNobody,
  DAY,
  newSubscriber,
  notificationKinds,
  subscriptionOf,
} from '../../../tests/support/payments/subscriptions.ts'
import { newMember, newVendor, startProduct, type TestProduct } from '../../../tests/support/product.ts'
import { REFUND_CHECK_MINUTES } from '../../domain/limits.ts'
import { newId } from '../../platform/ids.ts'
import { GatewayRefused } from '../../ports/payment-gateway.ts'

let product: TestProduct
let fixture: RefundFixture
beforeAll(async () => {
  product = await chargingNobody(await startProduct({ sandbox: true }))
  fixture = refundFixture(product)
})

const firstMonth = async (plan = 'SMB', cycle = 'MONTHLY') => {
  const vendor = await newSubscriber(product, plan, cycle)
  return {
    vendor,
    invoice: await fixture.invoice(vendor, 'SUBSCRIPTION'),
    setup: await fixture.invoice(vendor, 'SETUP'),
  }
}

describe('the first month', () => {
  test('requested in time and approved is refunded in full: VOID, credit note, no plan, no messages, audited, vendor notified', async () => {
    const { vendor, invoice } = await firstMonth()
    const asked = await fixture.ask(vendor, { invoiceId: invoice.id })
    expect(asked).toMatchObject({
      status: 201,
      body: {
        kind: 'INVOICE',
        basis: 'FIRST_MONTH',
        status: 'REQUESTED',
        invoiceNumber: invoice.invoiceNumber,
        reason: 'We changed our minds.',
        amountMinorUnit: null,
      },
    })
    const { id } = asked.body
    expect((await product.get(`/admin/refunds/${id}`, await fixture.operator())).body).toMatchObject({
      refundableMinorUnit: 294_882,
    })
    expect(await fixture.decide(id, 'approve', { note: 'Gladly.' })).toMatchObject({
      status: 200,
      body: { status: 'APPROVED', amountMinorUnit: 294_882, note: 'Gladly.' },
    })
    const { refundableMinorUnit, decidedBy, warnings, pendingApprovalId, ...request } = await fixture.ends(
      id,
      'REFUNDED',
    )
    expect(refundableMinorUnit).toBe(null)
    expect(decidedBy.email).toContain('@')
    expect([warnings, pendingApprovalId]).toEqual([[], null])
    const refunds = await fixture.refundsOf(invoice.gatewayPaymentId)
    expect(refunds).toMatchObject([{ amount: 294_882 }])
    expect(request.payouts).toMatchObject([
      { gatewayRefundId: refunds[0]?.id, amountMinorUnit: 294_882, status: 'PROCESSED' },
    ])

    const [voided, setup] = [await fixture.invoice(vendor, 'SUBSCRIPTION'), await fixture.invoice(vendor, 'SETUP')]
    expect(voided).toMatchObject({
      status: 'VOID',
      refundId: refunds[0]?.id,
      refundedAt: expect.any(String),
      refundedMinorUnit: 294_882,
    })
    expect(setup).toMatchObject({ status: 'PAID', refundedMinorUnit: 0 })
    const notes = await product.get('/billing/credit-notes', vendor)
    expect(notes.body.data).toMatchObject([{ invoiceId: invoice.id, totalMinorUnit: 294_882 }])
    expect(await subscriptionOf(product, vendor)).toMatchObject({ status: 'CANCELLED' })
    expect((await product.get('/vendor/me', vendor)).body.messagingEnabled).toBe(false)
    const [issued] = await fixture.audit('REFUND_ISSUED', id)
    const [approved] = await fixture.audit('REFUND_APPROVED', id)
    expect(issued).toMatchObject({
      vendorId: vendor.vendorId,
      operatorId: approved.operatorId,
      details: { amountMinorUnit: 294_882, gatewayRefundId: refunds[0]?.id },
    })
    expect(await notificationKinds(product, vendor)).toEqual(
      expect.arrayContaining(['REFUND_REQUESTED', 'REFUND_APPROVED', 'REFUNDED']),
    )
    expect((await product.get(`/billing/refund-requests/${id}`, vendor)).body).toEqual(request)
    expect(await fixture.ask(vendor, { invoiceId: invoice.id })).toMatchObject({
      status: 409,
      body: { code: 'INVALID_STATE' },
    })
  })

  test('counts from the time of the request, however late the decision', async () => {
    const { vendor, invoice } = await firstMonth()
    await advanceAndSignIn(product, vendor, 3 * DAY - 600)
    const { body } = await fixture.ask(vendor, { invoiceId: invoice.id })
    await advanceAndSignIn(product, vendor, 5 * DAY)
    expect((await fixture.decide(body.id, 'approve')).status).toBe(200)
    await fixture.ends(body.id, 'REFUNDED')
  })

  test('is not refunded when it is requested too late', async () => {
    const { vendor, invoice } = await firstMonth()
    await advanceAndSignIn(product, vendor, 3 * DAY + 60)
    expect(await fixture.ask(vendor, { invoiceId: invoice.id })).toMatchObject({
      status: 422,
      body: { code: 'REFUND_WINDOW_CLOSED' },
    })
  })

  test('is refunded in full or not at all', async () => {
    const { vendor, invoice } = await firstMonth()
    const { body } = await fixture.ask(vendor, { invoiceId: invoice.id })
    for (const amountMinorUnit of [1, 294_881, 294_883])
      expect(await fixture.decide(body.id, 'approve', { amountMinorUnit })).toMatchObject({
        status: 422,
        body: { code: 'NOT_REFUNDABLE', refundableMinorUnit: 294_882 },
      })
    for (const amountMinorUnit of [0, -1, 1.5, '294882'])
      expect((await fixture.decide(body.id, 'approve', { amountMinorUnit })).status).toBe(400)
    expect((await fixture.decide(body.id, 'reject')).body).toMatchObject({ status: 'REJECTED', note: 'No.' })
    expect(await subscriptionOf(product, vendor)).toMatchObject({ status: 'ACTIVE' })
    expect(await notificationKinds(product, vendor)).toContain('REFUND_REJECTED')
    expect(await fixture.refundsOf(invoice.gatewayPaymentId)).toEqual([])
  })
})

describe('vendors cannot request', () => {
  test('the setup fee, a recharge, a quarter, a year', async () => {
    const { vendor, setup } = await firstMonth('SMB', 'QUARTERLY')
    const quarter = await fixture.invoice(vendor, 'SUBSCRIPTION')
    await fixture.recharge(vendor, 50_000)
    const recharge = await fixture.invoice(vendor, 'WALLET_RECHARGE')
    for (const { id } of [setup, quarter, recharge])
      expect(await fixture.ask(vendor, { invoiceId: id })).toMatchObject({
        status: 422,
        body: { code: 'NOT_REFUNDABLE' },
      })
  })

  test("another vendor's invoice, which is as unknown as a missing one, and so are its requests", async () => {
    const [{ vendor, invoice }, other] = [await firstMonth(), await newVendor(product)]
    for (const invoiceId of [invoice.id, newId(), 'nonsense'])
      expect(await fixture.ask(other, { invoiceId })).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    const { body } = await fixture.ask(vendor, { invoiceId: invoice.id })
    expect((await product.get(`/billing/refund-requests/${body.id}`, other)).status).toBe(404)
    expect((await product.get('/billing/refund-requests', other)).body).toMatchObject({ data: [], total: 0 })
    expect((await product.get('/billing/refund-requests', vendor)).body).toMatchObject({
      data: [{ id: body.id }],
      total: 1,
    })
  })

  test('as a member; a vendor cannot decide; and a request must name exactly what it wants', async () => {
    const { vendor, invoice } = await firstMonth()
    const member = await newMember(product, vendor.token)
    expect((await fixture.ask(member, { invoiceId: invoice.id })).status).toBe(403)
    expect((await product.get('/billing/refund-requests', member)).status).toBe(403)
    const { body } = await fixture.ask(vendor, { invoiceId: invoice.id })
    for (const path of ['/admin/refunds', `/admin/refunds/${body.id}`])
      expect((await product.get(path, vendor)).status).toBe(403)
    for (const how of ['approve', 'reject'])
      expect((await product.post(`/admin/refunds/${body.id}/${how}`, { note: 'x' }, vendor)).status).toBe(403)
    for (const wrong of [
      {},
      { invoiceId: invoice.id, kind: 'WALLET_EXIT' },
      { kind: 'INVOICE' },
      { kind: 'WALLET_EXIT', amountMinorUnit: 5 },
      { kind: 'WALLET_EXIT', reason: '' },
    ])
      expect((await fixture.ask(vendor, wrong)).status, JSON.stringify(wrong)).toBe(400)
  })
})

describe('a platform error', () => {
  const open = async (vendorId: string, invoiceId: string, basis = 'PLATFORM_ERROR') =>
    product.post(
      '/admin/refunds',
      { vendorId, invoiceId, basis, reason: 'Two days without service.' },
      await fixture.operator(),
    )

  test('is refunded in part, the plan continues, and the rest can follow but never exceeds what was paid', async () => {
    const { vendor, invoice } = await firstMonth('ENTERPRISE', 'QUARTERLY')
    const total = invoice.totalMinorUnit
    const first = await open(vendor.vendorId, invoice.id)
    expect(first).toMatchObject({ status: 201, body: { status: 'REQUESTED', basis: 'PLATFORM_ERROR' } })
    await fixture.decide(first.body.id, 'approve', { amountMinorUnit: 100_000 })
    await fixture.ends(first.body.id, 'REFUNDED')
    expect(await fixture.invoice(vendor, 'SUBSCRIPTION')).toMatchObject({ status: 'PAID', refundedMinorUnit: 100_000 })
    expect(await subscriptionOf(product, vendor)).toMatchObject({ status: 'ACTIVE' })

    const second = await open(vendor.vendorId, invoice.id, 'DOUBLE_CHARGE')
    expect(await fixture.decide(second.body.id, 'approve', { amountMinorUnit: total - 99_999 })).toMatchObject({
      status: 422,
      body: { code: 'NOT_REFUNDABLE', refundableMinorUnit: total - 100_000 },
    })
    await fixture.decide(second.body.id, 'approve')
    await fixture.ends(second.body.id, 'REFUNDED')
    expect(await fixture.invoice(vendor, 'SUBSCRIPTION')).toMatchObject({ status: 'VOID', refundedMinorUnit: total })
    const sum = (await fixture.refundsOf(invoice.gatewayPaymentId)).reduce((all, { amount }) => all + amount, 0)
    expect(sum).toBe(total)
    expect(await open(vendor.vendorId, invoice.id)).toMatchObject({ status: 409 })
  })

  test('never includes the setup fee, and needs a known vendor', async () => {
    const { vendor, setup, invoice } = await firstMonth()
    const other = await newVendor(product)
    expect(await open(vendor.vendorId, setup.id)).toMatchObject({ status: 422, body: { code: 'NOT_REFUNDABLE' } })
    for (const vendorId of [other.vendorId, newId(), 'nonsense'])
      expect((await open(vendorId, invoice.id)).status).toBe(404)
  })
})

describe('the gateway', () => {
  test('that fails an accepted refund leaves invoice and plan as they were; the vendor may request again, even late', async () => {
    const { vendor, invoice } = await firstMonth()
    await product.gateway.script({ failRefunds: true })
    const { body } = await fixture.ask(vendor, { invoiceId: invoice.id })
    await fixture.decide(body.id, 'approve')
    await fixture.ends(body.id, 'FAILED')
    await product.gateway.script({ failRefunds: false })
    expect(await fixture.invoice(vendor, 'SUBSCRIPTION')).toMatchObject({
      status: 'PAID',
      refundedMinorUnit: 0,
      refundId: null,
    })
    expect(await subscriptionOf(product, vendor)).toMatchObject({ status: 'ACTIVE' })
    expect(await fixture.audit('REFUND_ISSUED', body.id)).toEqual([])
    expect(await notificationKinds(product, vendor)).toContain('REFUND_FAILED')
    await advanceAndSignIn(product, vendor, 10 * DAY)
    const again = await fixture.ask(vendor, { invoiceId: invoice.id })
    expect(again.status).toBe(201)
    await fixture.decide(again.body.id, 'approve')
    await fixture.ends(again.body.id, 'REFUNDED')
    expect(await fixture.invoice(vendor, 'SUBSCRIPTION')).toMatchObject({ status: 'VOID' })
  })

  test('that is slow voids nothing until the refund is processed, and a lost webhook is made up for by polling', async () => {
    const { vendor, invoice } = await firstMonth()
    await product.gateway.script({ refundStatus: 'pending', dropWebhooks: 1 })
    const { body } = await fixture.ask(vendor, { invoiceId: invoice.id })
    await fixture.decide(body.id, 'approve')
    const { payouts } = await eventually(async () => {
      const request = await fixture.read(body.id)
      expect(request).toMatchObject({ status: 'PROCESSING', payouts: [{ status: 'ACCEPTED' }] })
      return request
    }, 15_000)
    expect(await fixture.invoice(vendor, 'SUBSCRIPTION')).toMatchObject({ status: 'PAID' })
    await product.gateway.settleRefund(payouts[0].gatewayRefundId, 'process')
    await product.advance(3_700)
    await fixture.ends(body.id, 'REFUNDED')
    await product.gateway.script({ refundStatus: 'processed', dropWebhooks: 0 })
    expect(await fixture.refundsOf(invoice.gatewayPaymentId)).toHaveLength(1)
  })

  test('that refuses a repeated call does not undo the refund that it accepted', async () => {
    const { vendor, invoice } = await firstMonth()
    await product.gateway.script({ refundStatus: 'pending' })
    const { body } = await fixture.ask(vendor, { invoiceId: invoice.id })
    await fixture.decide(body.id, 'approve')
    const accepted = { status: 'PROCESSING', payouts: [{ status: 'ACCEPTED' }] }
    await eventually(async () => expect(await fixture.read(body.id)).toMatchObject(accepted), 15_000)
    const { gateway } = product.deps
    const { refund } = gateway
    let refusals = 0
    gateway.refund = async () => {
      refusals++
      throw new GatewayRefused('BUSY', 'Not now')
    }
    await product.advance(REFUND_CHECK_MINUTES * 60 + 60)
    await eventually(() => expect(refusals).toBe(1), 15_000)
    gateway.refund = refund
    const { payouts } = await fixture.read(body.id)
    await product.gateway.script({ refundStatus: 'processed' })
    await product.gateway.settleRefund(payouts[0].gatewayRefundId, 'process')
    await fixture.ends(body.id, 'REFUNDED')
  })

  test('whose answers are lost still refunds once', async () => {
    const { vendor, invoice } = await firstMonth()
    await product.gateway.script({ dropReplyRate: 1, dropWebhooks: 1 })
    const { body } = await fixture.ask(vendor, { invoiceId: invoice.id })
    await fixture.decide(body.id, 'approve')
    await eventually(async () => expect(await fixture.refundsOf(invoice.gatewayPaymentId)).toHaveLength(1), 20_000)
    await product.gateway.script({ dropReplyRate: 0, dropWebhooks: 0 })
    await fixture.ends(body.id, 'REFUNDED')
    expect(await fixture.refundsOf(invoice.gatewayPaymentId)).toHaveLength(1)
  })
})
