import { beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../../../../tests/support/eventually.ts'
import { givenSingles, settleUpdates, statusUpdate } from '../../../../tests/support/messaging/settlement.ts'
import { type RefundFixture, refundFixture } from '../../../../tests/support/payments/refunds.ts'
import { advanceAndSignIn, chargingNobody, newSubscriber } from '../../../../tests/support/payments/subscriptions.ts'
import { newVendor, signIn, startProduct, type TestProduct } from '../../../../tests/support/product.ts'
import type { VendorId } from '../../../domain/ids.ts'
import { sweepLateRefunds } from './late-refunds.ts'

let product: TestProduct
let fixture: RefundFixture
beforeAll(async () => {
  product = await chargingNobody(await startProduct({ sandbox: true }))
  fixture = refundFixture(product)
})

const EXIT = { kind: 'WALLET_EXIT' }
const HOUR = 3_600
type Leaver = Awaited<ReturnType<typeof newVendor>>

const balanceOf = async (vendorId: string) =>
  (
    await product.deps.db
      .selectFrom('wallet')
      .select('balance_minor_unit')
      .where('vendor_id', '=', vendorId as VendorId)
      .executeTakeFirstOrThrow()
  ).balance_minor_unit
const statusOf = async (vendorId: string) =>
  (
    await product.deps.db
      .selectFrom('vendor')
      .select('status')
      .where('id', '=', vendorId as VendorId)
      .executeTakeFirstOrThrow()
  ).status
describe('manual payouts', () => {
  test('are recorded once, by a named operator, and the vendor is notified', async () => {
    const vendor = await newVendor(product)
    await fixture.give(vendor.vendorId, 30_000, 'CREDIT')
    const { body } = await fixture.ask(vendor, EXIT)
    const operator = await fixture.operator()
    const paidOut = (reference: unknown, who: { token: string } = operator) =>
      product.post(`/admin/refunds/${body.id}/paid-out`, { reference }, who)
    expect(await paidOut('UTR 1', vendor)).toMatchObject({ status: 403 })
    expect(await paidOut('UTR 1')).toMatchObject({ status: 409, body: { currentStatus: 'REQUESTED' } })
    await fixture.decide(body.id, 'approve')
    expect(await fixture.ends(body.id, 'REFUNDED')).toMatchObject({
      manualPayoutMinorUnit: 29_400,
      paidOutAt: null,
      paidOutReference: null,
    })
    expect(await paidOut('')).toMatchObject({ status: 400 })

    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => paidOut(`UTR ${n}`)))
    const [first, ...others] = answers.filter(({ status }) => status === 200)
    expect(others).toEqual([])
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
    expect(await fixture.read(body.id)).toMatchObject(first?.body ?? {})
    expect(first?.body).toMatchObject({
      paidOutAt: expect.any(String),
      paidOutReference: expect.stringMatching(/^UTR \d+$/),
    })
    const entries = await fixture.audit('REFUND_PAID_OUT', body.id)
    expect(entries).toMatchObject([{ operatorId: expect.any(String), details: { amountMinorUnit: 29_400 } }])
    expect(JSON.stringify(entries)).not.toContain('UTR')
    await eventually(
      () =>
        expect(product.mailbox.to(vendor.email).map(({ subject }) => subject)).toContain('We have sent you ₹294.00'),
      15_000,
    )
  })

  test('are refused before the gateway has finished its part, and where nothing is left to pay', async () => {
    const vendor = await newVendor(product)
    await fixture.recharge(vendor, 20_000)
    await fixture.give(vendor.vendorId, 30_000, 'CREDIT')
    await product.gateway.script({ refundStatus: 'pending' })
    const { id } = await fixture.leave(vendor)
    const { payouts } = await fixture.ends(id, 'REFUNDED')
    await product.gateway.script({ refundStatus: 'processed' })
    const paidOut = async () =>
      product.post(`/admin/refunds/${id}/paid-out`, { reference: 'UTR 1' }, await fixture.operator())
    expect(await paidOut()).toMatchObject({ status: 409, body: { detail: expect.stringContaining('not completed') } })
    await product.gateway.settleRefund(payouts[0].gatewayRefundId, 'fail')
    await eventually(
      async () => expect(await fixture.read(id)).toMatchObject({ manualPayoutMinorUnit: 49_000 }),
      20_000,
    )
    expect(await paidOut()).toMatchObject({ status: 200, body: { manualPayoutMinorUnit: 49_000 } })

    const whole = await newVendor(product)
    await fixture.recharge(whole, 20_000)
    const left = await fixture.leave(whole)
    await fixture.ends(left.id, 'REFUNDED')
    expect(
      await product.post(`/admin/refunds/${left.id}/paid-out`, { reference: 'UTR 1' }, await fixture.operator()),
    ).toMatchObject({ status: 409, body: { code: 'INVALID_STATE' } })
  })
})

describe('a message that fails after the account is closed', () => {
  const owedTo = async ({ vendorId }: Leaver) =>
    (await product.get(`/admin/refunds?vendorId=${vendorId}`, await fixture.operator())).body.data.filter(
      ({ manualPayoutMinorUnit, paidOutAt }: Record<string, unknown>) =>
        manualPayoutMinorUnit !== 0 && paidOutAt === null,
    )
  /** The bonus of a refund is forfeited, like that of the closure. */
  test('is owed to the vendor: operators see it, pay it out once, and the final statement adds up', async () => {
    const vendor = await newSubscriber(product)
    const vendorId = vendor.vendorId as VendorId
    await fixture.recharge(vendor, 20_000)
    await fixture.give(vendorId, 50, 'BONUS')
    const messages = await givenSingles(product.deps.db, vendorId, [118, 118, 118], { category: 'MARKETING' })
    await settleUpdates(
      product.deps,
      messages.map((message) => statusUpdate(message, 'sent')),
    )
    const { id } = await fixture.leave(vendor)
    await fixture.ends(id, 'REFUNDED')
    const fail = (from: number, to: number) =>
      settleUpdates(
        product.deps,
        messages.slice(from, to).map((message) => statusUpdate(message, 'failed')),
      )
    await fail(0, 2)
    for (let round = 0; round < 2; round++) await Promise.all([1, 2, 3].map(() => sweepLateRefunds(product.deps)))
    const [owed, ...others] = await owedTo(vendor)
    expect(others).toEqual([])
    expect(owed).toMatchObject({ status: 'REFUNDED', kind: 'WALLET_EXIT', payouts: [] })
    expect(owed.manualPayoutMinorUnit + owed.forfeitMinorUnit).toBe(2 * 118)
    expect(await balanceOf(vendorId)).toBe(0n)
    await fail(2, 3)
    await sweepLateRefunds(product.deps)
    expect(await owedTo(vendor)).toMatchObject([{ id: owed.id, manualPayoutMinorUnit: 304, forfeitMinorUnit: 50 }])
    const paidOut = async () =>
      product.post(`/admin/refunds/${owed.id}/paid-out`, { reference: 'UTR 1' }, await fixture.operator())
    expect([(await paidOut()).status, (await paidOut()).status]).toEqual([200, 409])
    expect(await owedTo(vendor)).toEqual([])

    const { accessToken: token } = (await signIn(product, vendor.email)).body
    const { body } = await product.get('/billing/final-statement', { token })
    expect(body).toMatchObject({ lateRefundMinorUnit: 304, balanceMinorUnit: 0, manualPayoutMinorUnit: 0 })
    const { paidInMinorUnit, bonusMinorUnit, spentMinorUnit, refundMinorUnit, feeMinorUnit, forfeitMinorUnit } = body
    expect(spentMinorUnit + refundMinorUnit + feeMinorUnit + forfeitMinorUnit + 304).toBe(
      paidInMinorUnit + bonusMinorUnit,
    )
  })

  test('is owed already while the account is being closed, and money of an account in use is left alone', async () => {
    const [stays, leaves] = [await newVendor(product), await newVendor(product)]
    for (const { vendorId } of [stays, leaves]) await fixture.give(vendorId, 500, 'CREDIT')
    const left = leaves.vendorId as VendorId
    await product.deps.db.updateTable('vendor').set({ status: 'CLOSING' }).where('id', '=', left).execute()
    await sweepLateRefunds(product.deps)
    expect(await balanceOf(stays.vendorId)).toBe(500n)
    expect(await balanceOf(left)).toBe(0n)
    expect(await owedTo(leaves)).toMatchObject([{ manualPayoutMinorUnit: 500 }])
  })
})

describe('a payment after the account is closed', () => {
  const orderOf = async (vendor: Leaver, path: string, body: object) => {
    const { status, body: order } = await product.post(path, body, vendor)
    expect(status).toBe(201)
    return order as { orderId: string; gatewayOrderId: string; checkoutUrl: string }
  }
  const lettersFor = async (paymentId: string) => {
    const operator = await fixture.operator()
    const { data } = (await product.get('/admin/dead-letters?pageSize=100', operator)).body
    const letters = await Promise.all(
      data.map(async ({ id }: { id: string }) => (await product.get(`/admin/dead-letters/${id}`, operator)).body),
    )
    return letters.filter(({ money }) => money?.gatewayPaymentId === paymentId)
  }
  const orderStatus = async ({ orderId }: { orderId: string }) =>
    (
      await product.deps.db
        .selectFrom('payment_order')
        .select('status')
        .where('id', '=', orderId)
        .executeTakeFirstOrThrow()
    ).status

  test.each([
    ['/wallet/recharge/init', { amountMinorUnit: 50_000 }],
    ['/billing/onboarding/create-order', { plan: 'SMB', cycle: 'MONTHLY' }],
  ])('%s: is recorded for an operator, and neither credits the wallet nor reopens the account', async (path, body) => {
    const vendor = await newVendor(product)
    const order = await orderOf(vendor, path, body)
    await advanceAndSignIn(product, vendor, HOUR + 60)
    const { id } = await fixture.leave(vendor)
    await fixture.ends(id, 'REFUNDED')
    const { paymentId } = await product.gateway.pay(order.gatewayOrderId)
    const [letter] = await eventually(async () => {
      const found = await lettersFor(paymentId)
      expect(found.length).toBeGreaterThan(0)
      return found
    }, 15_000)
    expect(letter).toMatchObject({ kind: 'WEBHOOK', reason: 'ACCOUNT_CLOSED', replayedAt: null })
    expect(await balanceOf(vendor.vendorId)).toBe(0n)
    expect(await orderStatus(order)).not.toBe('PAID')
    expect(await statusOf(vendor.vendorId)).toBe('CLOSED')
    expect((await product.get(`/!/checkout/${order.orderId}`)).status).toBe(404)
  })

  test('at the moment of the approval is either paid back with the rest or kept for an operator', async () => {
    const scenes = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const vendor = await newVendor(product)
        return { vendor, order: await orderOf(vendor, '/wallet/recharge/init', { amountMinorUnit: 50_000 }) }
      }),
    )
    await product.advance(HOUR + 60)
    for (const { vendor, order } of scenes) {
      vendor.token = (await signIn(product, vendor.email)).body.accessToken
      const { body } = await fixture.ask(vendor, EXIT)
      const [{ paymentId }] = await Promise.all([
        product.gateway.pay(order.gatewayOrderId),
        fixture.decide(body.id, 'approve'),
      ])
      const { amountMinorUnit } = await fixture.ends(body.id, 'REFUNDED')
      await eventually(async () => {
        const wasInTime = (await orderStatus(order)) === 'PAID'
        const letters = await lettersFor(paymentId)
        expect(wasInTime || letters.length > 0).toBe(true)
        expect(amountMinorUnit).toBe(wasInTime ? 49_000 : 0)
      }, 15_000)
      expect(await balanceOf(vendor.vendorId)).toBe(0n)
    }
  })

  test('that an operator wants to credit is refused too', async () => {
    const vendor = await newVendor(product)
    const { id } = await fixture.leave(vendor)
    await fixture.ends(id, 'REFUNDED')
    expect(await fixture.give(vendor.vendorId, 5_000, 'CREDIT')).toMatchObject({
      status: 409,
      body: { code: 'INVALID_STATE' },
    })
  })
})
