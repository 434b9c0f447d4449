import { beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../../../../tests/support/eventually.ts'
import { type RefundFixture, refundFixture } from '../../../../tests/support/payments/refunds.ts'
import {
  advanceAndSignIn,
  chargingNobody,
  newSubscriber,
  subscriptionOf,
} from '../../../../tests/support/payments/subscriptions.ts'
import { newVendor, signIn, startProduct, type TestProduct } from '../../../../tests/support/product.ts'
import type { VendorId } from '../../../domain/ids.ts'
import { inTransaction } from '../../../platform/db/db.ts'
import { newId } from '../../../platform/ids.ts'
import { releaseInFlight, tryHoldInFlight } from '../../wallet/in-flight.ts'
import { moveMoney } from '../../wallet/move-money.ts'

let product: TestProduct
let fixture: RefundFixture
beforeAll(async () => {
  product = await chargingNobody(await startProduct({ sandbox: true }))
  fixture = refundFixture(product)
})

const EXIT = { kind: 'WALLET_EXIT' }
const HOUR = 3_600

const ledger = (vendorId: string) =>
  product.deps.db
    .selectFrom('wallet_transaction')
    .select([
      'type',
      'idempotency_key as key',
      'amount_minor_unit as amount',
      'bonus_minor_unit as bonus',
      'balance_after_minor_unit as after',
    ])
    .where('vendor_id', '=', vendorId as VendorId)
    .orderBy('sequence')
    .execute()
const statusOf = async (vendorId: string) =>
  (
    await product.deps.db
      .selectFrom('vendor')
      .select('status')
      .where('id', '=', vendorId as VendorId)
      .executeTakeFirstOrThrow()
  ).status
const move = (vendorId: string, movement: Parameters<typeof moveMoney>[2][number]) =>
  inTransaction(product.deps.db, (tx) => moveMoney(tx, vendorId as VendorId, [movement], product.deps.clock.now()))

/** An operator can give no plan to an account that is leaving. */
async function expectNoPlan(vendorId: string) {
  const trialUntil = new Date(product.deps.clock.now().getTime() + 7 * 86_400_000).toISOString()
  const custom = { plan: 'CUSTOM', monthlyAmountPaise: 100_000, conversationCap: 1_000 }
  for (const terms of [{ trialUntil }, custom])
    expect(
      await product.call('PUT', `/admin/vendors/${vendorId}/subscription`, terms, await fixture.operator()),
    ).toMatchObject({ status: 409, body: { code: 'INVALID_STATE' } })
}

describe('closing an account', () => {
  test('pays back what was paid and not spent, less the fee, over the newest payments; bonus is forfeited; then it is closed', async () => {
    const vendor = await newSubscriber(product)
    const [old, recent] = [await fixture.recharge(vendor, 60_000), await fixture.recharge(vendor, 30_000)]
    await fixture.give(vendor.vendorId, 7_000, 'BONUS')
    expect((await product.get('/billing/exit-quote', vendor)).body).toMatchObject({
      refundMinorUnit: 88_200,
      feeMinorUnit: 1_800,
      forfeitMinorUnit: 7_000,
      obstacle: null,
    })
    const { id, approved } = await fixture.leave(vendor)
    // 90,000 paid: 1,800 fee, 88,200 refunded
    expect(approved).toMatchObject({
      status: 'APPROVED',
      amountMinorUnit: 88_200,
      feeMinorUnit: 1_800,
      forfeitMinorUnit: 7_000,
      manualPayoutMinorUnit: 0,
    })
    expect((await ledger(vendor.vendorId)).slice(-3)).toEqual([
      { type: 'DEBIT', key: `exit-forfeit-${id}`, amount: 7_000n, bonus: 7_000n, after: 90_000n },
      { type: 'DEBIT', key: `exit-fee-${id}`, amount: 1_800n, bonus: 0n, after: 88_200n },
      { type: 'DEBIT', key: `exit-refund-${id}`, amount: 88_200n, bonus: 0n, after: 0n },
    ])
    const request = await fixture.ends(id, 'REFUNDED')
    expect(await fixture.refundsOf(recent.paymentId)).toMatchObject([{ amount: 30_000 }])
    expect(await fixture.refundsOf(old.paymentId)).toMatchObject([{ amount: 58_200 }])
    expect(request.payouts).toHaveLength(2)
    expect(await statusOf(vendor.vendorId)).toBe('CLOSED')
    expect((await signIn(product, vendor.email)).body.vendor).toMatchObject({ status: 'CLOSED' })
    const invoices = await product.deps.db
      .selectFrom('invoice')
      .select(['gateway_payment_id', 'status', 'refunded_minor_unit'])
      .where('vendor_id', '=', vendor.vendorId as VendorId)
      .where('type', '=', 'WALLET_RECHARGE')
      .orderBy('id')
      .execute()
    expect(invoices).toEqual([
      { gateway_payment_id: old.paymentId, status: 'PAID', refunded_minor_unit: 58_200n },
      { gateway_payment_id: recent.paymentId, status: 'VOID', refunded_minor_unit: 30_000n },
    ])
    const [issued] = await fixture.audit('REFUND_ISSUED', id)
    expect(issued).toMatchObject({
      vendorId: vendor.vendorId,
      operatorId: expect.any(String),
      details: { refundMinorUnit: 88_200 },
    })
    await eventually(
      () => expect(product.mailbox.to(vendor.email).map(({ subject }) => subject)).toContain('Your account is closed'),
      15_000,
    )
    expect(product.mailbox.to(vendor.email).map(({ subject }) => subject)).not.toContain('Your wallet balance is low')
  })

  test('stops all sending at the approval, even while the gateway does not answer, and no operator can give it a plan', async () => {
    const vendor = await newSubscriber(product)
    await fixture.recharge(vendor, 50_000)
    await product.gateway.script({ errorRate: 1 })
    const { id } = await fixture.leave(vendor)
    expect(await subscriptionOf(product, vendor)).toMatchObject({ status: 'CANCELLED' })
    expect((await product.get('/vendor/me', vendor)).body).toMatchObject({
      status: 'CLOSING',
      messagingEnabled: false,
    })
    expect(await product.post('/wallet/recharge/init', { amountMinorUnit: 50_000 }, vendor)).toMatchObject({
      status: expect.toBeOneOf([409, 503]),
    })
    await product.gateway.script({ errorRate: 0 })
    expect(await product.post('/wallet/recharge/init', { amountMinorUnit: 50_000 }, vendor)).toMatchObject({
      status: 409,
      body: { code: 'INVALID_STATE' },
    })
    await expectNoPlan(vendor.vendorId)
    await fixture.ends(id, 'REFUNDED')
    await expectNoPlan(vendor.vendorId)
  })

  test('pays nothing below a hundred rupees, and pays manually what no payment covers', async () => {
    const [poor, given] = [await newVendor(product), await newVendor(product)]
    await fixture.recharge(poor, 9_999)
    const first = await fixture.leave(poor)
    expect(first.approved).toMatchObject({ amountMinorUnit: 0, feeMinorUnit: 0, forfeitMinorUnit: 9_999 })
    expect(await fixture.ends(first.id, 'REFUNDED')).toMatchObject({ payouts: [] })
    expect(await statusOf(poor.vendorId)).toBe('CLOSED')

    await fixture.recharge(given, 20_000)
    await fixture.give(given.vendorId, 30_000, 'CREDIT')
    const second = await fixture.leave(given)
    expect(second.approved).toMatchObject({ amountMinorUnit: 49_000, manualPayoutMinorUnit: 29_000 })
    await fixture.ends(second.id, 'REFUNDED')
  })

  test('with an empty wallet just closes it', async () => {
    const vendor = await newVendor(product)
    const { id } = await fixture.leave(vendor)
    expect(await fixture.ends(id, 'REFUNDED')).toMatchObject({ amountMinorUnit: 0, payouts: [] })
    expect(await statusOf(vendor.vendorId)).toBe('CLOSED')
  })

  test('pays manually what the gateway refuses to refund, for example after six months', async () => {
    const vendor = await newVendor(product)
    const { paymentId } = await fixture.recharge(vendor, 50_000)
    await advanceAndSignIn(product, vendor, 200 * 86_400)
    const { id } = await fixture.leave(vendor)
    expect(await fixture.ends(id, 'REFUNDED')).toMatchObject({
      amountMinorUnit: 49_000,
      manualPayoutMinorUnit: 49_000,
      payouts: [{ status: 'FAILED' }],
    })
    expect(await fixture.refundsOf(paymentId)).toEqual([])
  })

  test('waits until nothing is pending, at the request and at the approval', async () => {
    const vendor = await newVendor(product)
    const blocked = async () => (await fixture.ask(vendor, EXIT)).body.blockedBy
    await product.post('/wallet/recharge/init', { amountMinorUnit: 50_000 }, vendor)
    expect(await blocked()).toBe('OPEN_ORDER')
    await advanceAndSignIn(product, vendor, HOUR + 60)
    await fixture.give(vendor.vendorId, 50_000, 'CREDIT')
    const hold = newId<'campaign'>()
    const reserve = { type: 'RESERVED', amountMinorUnit: 5_000n, description: 'Campaign', hold } as const
    await move(vendor.vendorId, { ...reserve, idempotencyKey: `reserve-${hold}` })
    expect(await blocked()).toBe('ACTIVE_CAMPAIGN')
    await move(vendor.vendorId, {
      type: 'REFUND',
      amountMinorUnit: 5_000n,
      description: 'Back',
      hold,
      idempotencyKey: `release-${hold}`,
    })
    const vendorId = vendor.vendorId as VendorId
    await inTransaction(product.deps.db, (tx) => tryHoldInFlight(tx, vendorId, 15n))
    expect(await blocked()).toBe('MESSAGES_IN_FLIGHT')
    await inTransaction(product.deps.db, (tx) => releaseInFlight(tx, vendorId, 15n))
    const { body } = await fixture.ask(vendor, EXIT)
    expect(await fixture.ask(vendor, EXIT)).toMatchObject({ status: 409, body: { code: 'REFUND_OPEN' } })
    await move(vendor.vendorId, { ...reserve, hold: newId(), idempotencyKey: `reserve-late` })
    expect(await fixture.decide(body.id, 'approve')).toMatchObject({
      status: 409,
      body: { code: 'INVALID_STATE', blockedBy: 'ACTIVE_CAMPAIGN' },
    })
    expect(await statusOf(vendor.vendorId)).toBe('ACTIVE')
    expect((await fixture.read(body.id)).status).toBe('REQUESTED')
  })

  test('empties a wallet once, however many approvals arrive at once', async () => {
    const vendor = await newVendor(product)
    const { paymentId } = await fixture.recharge(vendor, 50_000)
    const { body } = await fixture.ask(vendor, EXIT)
    const operator = await fixture.operator()
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => product.post(`/admin/refunds/${body.id}/approve`, undefined, operator)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    await fixture.ends(body.id, 'REFUNDED')
    expect(await fixture.refundsOf(paymentId)).toMatchObject([{ amount: 49_000 }])
    expect((await ledger(vendor.vendorId)).filter(({ type }) => type === 'DEBIT')).toHaveLength(2)
  })
})
