import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../../../../tests/support/eventually.ts'
import { eventOf, gatewayId } from '../../../../tests/support/payments/gateway-events.ts'
import { chargingNobody } from '../../../../tests/support/payments/subscriptions.ts'
import { type UnmatchedFixture, unmatchedFixture } from '../../../../tests/support/payments/unmatched.ts'
import { newVendor, signIn, startProduct, type TestProduct } from '../../../../tests/support/product.ts'
import { PLATFORM } from '../../../domain/ids.ts'
import { REFUND_CHECK_MINUTES } from '../../../domain/limits.ts'
import { GatewayRefused } from '../../../ports/payment-gateway.ts'
import { OPERATOR_EMAIL } from '../../sandbox/seed.ts'
import { refundPayment } from '../jobs.ts'
import { requestRefunds } from './refund-unmatched.ts'

const SOON_MS = 30_000

let product: TestProduct
let vendor: Awaited<ReturnType<typeof newVendor>>
let fixture: UnmatchedFixture
beforeAll(async () => {
  product = await chargingNobody(await startProduct({ sandbox: true }))
  vendor = await newVendor(product, 'Twice & Sons')
  fixture = unmatchedFixture(product, vendor)
})

describe('a refund', () => {
  test('returns the money to its source once, updates the record, its dead letters and the audit log, and notifies the vendor', async () => {
    const { id } = await fixture.secondPayment()
    const before = await fixture.balanceOf()
    const key = { 'idempotency-key': `refund-${id}` }
    const first = await fixture.act(id, 'refund', { reason: 'Paid twice' }, key)
    expect(first).toMatchObject({
      status: 200,
      body: { gatewayPaymentId: id, state: 'REFUNDING', refundedMinorUnit: 50_000 },
    })
    expect((await fixture.act(id, 'refund', { reason: 'Paid twice' }, key)).headers['idempotency-replayed']).toBe(
      'true',
    )
    expect((await fixture.list(`state=UNPLACED&gatewayPaymentId=${id}`)).total).toBe(0)
    expect(await fixture.becomes(id, { state: 'REFUNDED' })).toMatchObject({
      decidedBy: expect.any(String),
      closedAt: expect.any(String),
      refunds: [{ status: 'PROCESSED', gatewayRefundId: expect.stringMatching(/^rfnd_/), amountMinorUnit: 50_000 }],
    })
    expect(await fixture.refunds.refundsOf(id)).toMatchObject([{ amount: 50_000, status: 'processed' }])
    expect(await fixture.balanceOf()).toBe(before)
    for (const letter of await fixture.deadLettersOf(id)) expect(letter.closedAt).toEqual(expect.any(String))
    expect(await fixture.refunds.audit('PAYMENT_REFUND_REQUESTED', id)).toMatchObject([
      {
        operatorId: expect.any(String),
        vendorId: vendor.vendorId,
        details: { reason: 'Paid twice', amountMinorUnit: 50_000 },
      },
    ])
    await eventually(
      () =>
        expect(
          product.mailbox
            .to(vendor.email)
            .filter(({ subject, text }) => subject === '₹500.00 is on its way back to you' && text.includes(id)),
        ).toHaveLength(1),
      SOON_MS,
    )
    // its own webhook, and the payment's repeated one, change nothing and need no operator
    for (const event of (await product.gateway.events()).filter(({ body }) => JSON.stringify(body).includes(id)))
      await product.gateway.redeliver(event.eventId)
    await fixture.allProcessed()
    expect(await fixture.find(id)).toMatchObject({ state: 'REFUNDED' })
    expect((await fixture.deadLettersOf(id)).filter(({ closedAt }) => closedAt === null)).toEqual([])
    for (const verb of [fixture.refund, fixture.credit])
      expect(await verb(id)).toMatchObject({ status: 409, body: { currentStatus: 'REFUNDED' } })
  })

  test('that the gateway refuses reopens the payment, notifies the operators, and can be tried again', async () => {
    const id = await fixture.deliverPayment(await fixture.order(70_000), { amount: 69_000 })
    await fixture.refund(id)
    expect(await fixture.becomes(id, { state: 'UNPLACED', refunds: [{ status: 'FAILED' }] })).toMatchObject({
      refundedMinorUnit: 0,
      closedAt: null,
      refunds: [{ failure: 'BAD_REQUEST_ERROR' }],
    })
    await eventually(
      () =>
        expect(
          product.mailbox
            .to(OPERATOR_EMAIL)
            .filter(({ subject, text }) => subject === 'Refund of ₹690.00 failed' && text.includes(id)),
        ).toHaveLength(1),
      SOON_MS,
    )
    await fixture.refund(id)
    await fixture.becomes(id, { state: 'UNPLACED', refunds: [{ status: 'FAILED' }, { status: 'FAILED' }] })
    expect((await fixture.credit(id)).status).toBe(200)
  })

  test('with a lost answer, or pending and then failed, is requested once and ends as the gateway reports', async () => {
    const { id } = await fixture.secondPayment()
    await product.gateway.script({ refundStatus: 'pending', dropReplyRate: 1 })
    await fixture.refund(id)
    await eventually(async () => expect(await fixture.refunds.refundsOf(id)).toHaveLength(1), SOON_MS)
    await product.gateway.script({ dropReplyRate: 0 })
    const [pending] = await fixture.refunds.refundsOf(id)
    await fixture.becomes(id, { state: 'REFUNDING', refunds: [{ status: 'ACCEPTED', gatewayRefundId: pending?.id }] })
    await product.gateway.settleRefund(pending?.id ?? '', 'fail')
    await fixture.becomes(id, { state: 'UNPLACED', refunds: [{ status: 'FAILED' }] })
    await fixture.refund(id)
    const row = await fixture.becomes(id, {
      state: 'REFUNDING',
      refunds: [{ status: 'FAILED' }, { status: 'ACCEPTED' }],
    })
    // the first refund's result, reported again, does not affect the second
    const about = { payment_id: id, amount: 50_000, status: 'failed' }
    await fixture.deliverEvent(eventOf('refund.failed', { refund: { id: pending?.id, ...about } }))
    expect((await fixture.find(id)).state).toBe('REFUNDING')
    await product.gateway.script({ dropWebhooks: 1 })
    await product.gateway.settleRefund(row.refunds[1].gatewayRefundId, 'process')
    await product.advance(REFUND_CHECK_MINUTES * 60 + 60)
    await fixture.becomes(id, { state: 'REFUNDED' })
    await product.gateway.script({ refundStatus: 'processed', dropWebhooks: 0 })
    expect(await fixture.refunds.refundsOf(id)).toHaveLength(2)
    vendor.token = (await signIn(product, vendor.email)).body.accessToken
  })

  test('in progress is checked once an hour, also when its job runs again after a crash', async () => {
    const { id } = await fixture.secondPayment()
    await product.gateway.script({ refundStatus: 'pending' })
    await fixture.refund(id)
    await fixture.becomes(id, { state: 'REFUNDING', refunds: [{ status: 'ACCEPTED' }] })
    const { db } = product.deps
    const { id: paymentId } = await db
      .selectFrom('unplaced_payment')
      .select('id')
      .where('gateway_payment_id', '=', id)
      .executeTakeFirstOrThrow()
    const promisedChecks = () =>
      db
        .selectFrom('outbox_event')
        .select('due_at')
        .where('vendor_id', '=', PLATFORM)
        .where('job_name', '=', refundPayment.name)
        .where(sql<boolean>`payload @> ${JSON.stringify({ paymentId })}::jsonb`)
        .execute()
    await eventually(async () => expect(await promisedChecks()).toHaveLength(1), SOON_MS)
    await Promise.all([1, 2, 3].map(() => requestRefunds(product.deps, paymentId)))
    expect(await promisedChecks()).toHaveLength(1)
    const [pending] = await fixture.refunds.refundsOf(id)
    await product.gateway.script({ refundStatus: 'processed' })
    await product.gateway.settleRefund(pending?.id ?? '', 'process')
    await fixture.becomes(id, { state: 'REFUNDED' })
  })

  test('that was accepted stays so when the gateway refuses the repeated call', async () => {
    const { id } = await fixture.secondPayment()
    await product.gateway.script({ refundStatus: 'pending' })
    await fixture.refund(id)
    await fixture.becomes(id, { state: 'REFUNDING', refunds: [{ status: 'ACCEPTED' }] })
    const { gateway } = product.deps
    const { refund } = gateway
    let refusals = 0
    gateway.refund = async () => {
      refusals++
      throw new GatewayRefused('BUSY', 'Not now')
    }
    await product.advance(REFUND_CHECK_MINUTES * 60 + 60)
    await eventually(() => expect(refusals).toBe(1), SOON_MS)
    gateway.refund = refund
    const [pending] = await fixture.refunds.refundsOf(id)
    await product.gateway.script({ refundStatus: 'processed' })
    await product.gateway.settleRefund(pending?.id ?? '', 'process')
    await fixture.becomes(id, { state: 'REFUNDED', refunds: [{ status: 'PROCESSED' }] })
    vendor.token = (await signIn(product, vendor.email)).body.accessToken
  })

  test('made directly at the gateway is recorded: that amount is neither refunded nor credited again', async () => {
    const whole = await fixture.deliverPayment(await fixture.order(10_000), { amount: 9_000 })
    const made = (payment_id: string, amount: number, status: string, id = gatewayId('rfnd')) =>
      fixture.deliverEvent(eventOf(`refund.${status}`, { refund: { id, payment_id, amount, status } })).then(() => id)
    const pending = await made(whole, 9_000, 'pending')
    expect(await fixture.find(whole)).toMatchObject({ state: 'REFUNDING' })
    await made(whole, 9_000, 'processed', pending)
    expect(await fixture.find(whole)).toMatchObject({ state: 'REFUNDED', decidedBy: null, refundedMinorUnit: 9_000 })
    const part = await fixture.deliverPayment(await fixture.order(10_000), { amount: 9_000 })
    const id = await made(part, 4_000, 'processed')
    await made(part, 4_000, 'processed', id)
    expect(await fixture.find(part)).toMatchObject({ state: 'UNPLACED', refundedMinorUnit: 4_000 })
    const before = await fixture.balanceOf()
    await fixture.credit(part)
    expect(await fixture.balanceOf()).toBe(before + 5_000n)
    await made(part, 5_000, 'processed')
    expect((await fixture.inbox()).at(-1)).toMatchObject({ status: 'FLAGGED', flag: 'UNKNOWN_REFUND' })
    expect(await fixture.find(part)).toMatchObject({ state: 'CREDITED' })
  })
})

describe('a credit', () => {
  test('posts the payment to the wallet like a recharge, with an invoice, and refuses a mismatch', async () => {
    const { id } = await fixture.secondPayment()
    const abroad = await newVendor(product)
    await product.patch('/vendor/me', { country: 'US', currency: 'USD' }, abroad)
    expect(await fixture.credit(id, abroad.vendorId)).toMatchObject({
      status: 422,
      body: { code: 'CURRENCY_MISMATCH' },
    })
    expect((await fixture.credit(id, '0198c0de-0000-7000-8000-000000000000')).status).toBe(404)
    expect((await fixture.credit(id, 'x')).status).toBe(404)
    expect((await fixture.credit('pay_unknown')).status).toBe(404)
    expect((await fixture.refund('pay_unknown')).status).toBe(404)
    expect((await fixture.refund('pay%00')).status).toBe(404)
    for (const body of [{}, { reason: '' }, { reason: 'x', more: 1 }, { vendorId: 1, reason: 'x' }]) {
      expect((await fixture.act(id, 'credit', body)).status).toBe(400)
      expect((await fixture.act(id, 'refund', body)).status).toBe(400)
    }
    const before = await fixture.balanceOf()
    expect(await fixture.credit(id)).toMatchObject({
      status: 200,
      body: { state: 'CREDITED', creditedVendorId: vendor.vendorId, closedAt: expect.any(String) },
    })
    expect(await fixture.balanceOf()).toBe(before + 50_000n)
    expect(await fixture.creditsOf(id)).toMatchObject([{ type: 'CREDIT', reference_type: 'RECHARGE' }])
    const invoices = (await product.get('/billing/invoices?pageSize=100', vendor)).body.data
    expect(invoices.filter((one: { gatewayPaymentId: string }) => one.gatewayPaymentId === id)).toMatchObject([
      { type: 'WALLET_RECHARGE', totalMinorUnit: 50_000, status: 'PAID' },
    ])
    for (const letter of await fixture.deadLettersOf(id)) expect(letter.closedAt).toEqual(expect.any(String))
    expect(await fixture.refunds.audit('PAYMENT_CREDITED', id)).toMatchObject([
      { vendorId: vendor.vendorId, details: { reason: 'They asked for it', unplacedReason: 'DUPLICATE_PAYMENT' } },
    ])
    for (const verb of [fixture.refund, fixture.credit])
      expect(await verb(id)).toMatchObject({ status: 409, body: { currentStatus: 'CREDITED' } })
  })

  test('beside a refund, many at once: exactly one wins, and the money ends in one place', async () => {
    for (let round = 0; round < 3; round++) {
      const { id } = await fixture.secondPayment()
      const before = await fixture.balanceOf()
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, n) => (n % 2 ? fixture.refund(id) : fixture.credit(id))),
      )
      const won = answers.filter(({ status }) => status === 200)
      expect(won).toHaveLength(1)
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(9)
      const isCredited = won[0]?.body.state === 'CREDITED'
      await fixture.becomes(id, { state: isCredited ? 'CREDITED' : 'REFUNDED' })
      expect(await fixture.balanceOf()).toBe(before + (isCredited ? 50_000n : 0n))
      expect(await fixture.refunds.refundsOf(id)).toHaveLength(isCredited ? 0 : 1)
    }
  })
})
