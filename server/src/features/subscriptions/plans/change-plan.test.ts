import { beforeAll, describe, expect, test } from 'vitest'
import { figuresOf } from '../../../../tests/support/money/wallets.ts'
import { fakeGateway } from '../../../../tests/support/payments/payments.ts'
import {
  newPayment,
  orderOf,
  type Subscriber,
  subscriberSince,
  sweepAt,
} from '../../../../tests/support/payments/subscription-fixture.ts'
import { startProduct, type TestProduct } from '../../../../tests/support/product.ts'
import type { Cycle } from '../../../domain/billing/billing-cycle.ts'
import type { ListedPlan } from '../../../domain/billing/subscription.ts'
import { inTransaction } from '../../../platform/db/db.ts'
import type { VendorPrincipal } from '../../../platform/http/principal.ts'
import { NO_IDEMPOTENCY_KEY } from '../../../platform/idempotency/idempotency.ts'
import { findOpenOrder } from '../../orders/find.ts'
import { lockSubscription } from '../lifecycle/current.ts'
import { applyPlanChange } from './apply-plan-change.ts'
import { changePlan } from './change-plan.ts'
import { extendSubscription } from './extend.ts'
import { quoteChange } from './quote-change.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startProduct({ without: ['WORKER', 'OUTBOX'] })
  product.deps.gateway = fakeGateway()
})

/** June has thirty days: after ten of them two thirds are left. */
const START = new Date('2026-06-01T00:00:00Z')
const ELEVENTH = new Date('2026-06-11T00:00:00Z')

const change = ({ vendorId }: Subscriber, plan: ListedPlan, cycle: Cycle, now = ELEVENTH) =>
  changePlan(
    { ...product.deps, clock: { ...product.deps.clock, now: () => now } },
    {
      kind: 'vendor',
      vendorId,
      role: 'ADMIN',
      accountId: undefined,
      apiKey: { id: '01900000-0000-7000-8000-000000000001', scopes: null },
    } as VendorPrincipal,
    { plan, cycle },
    NO_IDEMPOTENCY_KEY,
  )

const quote = ({ vendorId }: Subscriber, plan: ListedPlan, cycle: Cycle, now = ELEVENTH) =>
  quoteChange(
    { ...product.deps, clock: { ...product.deps.clock, now: () => now } },
    {
      kind: 'vendor',
      vendorId,
      role: 'ADMIN',
      accountId: undefined,
      apiKey: { id: '01900000-0000-7000-8000-000000000001', scopes: null },
    } as VendorPrincipal,
    { plan, cycle },
  )

async function capture({ vendorId, id }: Subscriber, now: Date) {
  const { db } = product.deps
  const order = await findOpenOrder(db, vendorId, 'PLAN_CHANGE', { subscriptionId: id }, ELEVENTH)
  if (!order) throw new Error('no order')
  const payment = newPayment(order.amountMinorUnit)
  return inTransaction(db, (tx) => applyPlanChange(tx, product.deps, order, payment, now))
}

describe('an upgrade', () => {
  test('costs its cycle less the unused value, plus tax, and begins when it is paid', async () => {
    const vendor = await subscriberSince(product, START)
    // 10,000.00 − 2,499.00 × 20/30 = 8,334.00; GST 1,500.12
    expect(await change(vendor, 'ENTERPRISE', 'MONTHLY')).toMatchObject({
      status: 201,
      body: {
        amountMinorUnit: 983_412,
        items: [
          { type: 'SUBSCRIPTION', amountMinorUnit: 833_400, gstAmountMinorUnit: 150_012, totalMinorUnit: 983_412 },
        ],
      },
    })
    expect(await vendor.seen(ELEVENTH)).toMatchObject({ plan: 'SMB', conversationCap: 50_000 })
    await vendor.use(400)
    const paidAt = new Date('2026-06-11T06:00:00Z')
    expect(await capture(vendor, paidAt)).toBeUndefined()
    expect(await vendor.seen(paidAt)).toMatchObject({
      plan: 'ENTERPRISE',
      status: 'ACTIVE',
      monthlyAmountPaise: 1_000_000,
      conversationCap: 150_000,
      conversationsUsed: 0,
      billingCycleStart: paidAt.toISOString(),
      billingCycleEnd: '2026-07-11T06:00:00.000Z',
      refundDeadline: null,
      // The mandate for the old price is replaced.
      mandate: 'NONE',
    })
    expect((await vendor.invoices()).at(-1)).toMatchObject({ type: 'SUBSCRIPTION', status: 'PAID', base: 833_400n })
    expect((await figuresOf(product.deps.db, vendor.vendorId)).balance).toBe(0n)
    // The new cycle is worth its whole price, however it was paid for.
    const half = new Date('2026-06-26T06:00:00Z')
    expect((await change(vendor, 'ENTERPRISE', 'QUARTERLY', half)).body).toMatchObject({
      items: [{ amountMinorUnit: 2_915_000 - 500_000 }],
    })
  })

  test('covered by the unused part of a long cycle begins at once, and the rest becomes bonus', async () => {
    const vendor = await subscriberSince(product, START, 'SMB', 'ANNUAL')
    // 28,488.00 × 355/365 − 10,000.00
    expect(await change(vendor, 'ENTERPRISE', 'MONTHLY')).toMatchObject({ status: 200, body: { plan: 'ENTERPRISE' } })
    const bonus = (2_848_800n * 355n) / 365n - 1_000_000n
    expect(await figuresOf(product.deps.db, vendor.vendorId)).toMatchObject({ balance: bonus, bonus })
    expect(await vendor.seen(ELEVENTH)).toMatchObject({ billingCycleEnd: '2026-07-11T00:00:00.000Z' })
  })

  test('returns the rest to a wallet in another currency at its worth, rounded down', async () => {
    const vendor = await subscriberSince(product, START, 'SMB', 'ANNUAL')
    await product.deps.db
      .updateTable('wallet')
      .set({ currency: 'USD' })
      .where('vendor_id', '=', vendor.vendorId)
      .execute()
    // 17,707.50 rupees at 83.33 are 212.498 dollars.
    const bonusMinorUnit = 21_249
    expect(await quote(vendor, 'ENTERPRISE', 'MONTHLY')).toMatchObject({ bonusMinorUnit, bonusCurrency: 'USD' })
    await change(vendor, 'ENTERPRISE', 'MONTHLY')
    expect(await figuresOf(product.deps.db, vendor.vendorId)).toMatchObject({ bonus: BigInt(bonusMinorUnit) })
  })

  test('of a long cycle leaves the rest of its time to be charged, cycle by cycle', async () => {
    const vendor = await subscriberSince(product, START, 'SMB', 'ANNUAL')
    await change(vendor, 'ENTERPRISE', 'MONTHLY')
    const cycleStart = new Date('2026-07-11T00:00:00Z')
    const frozen = new Date('2026-07-20T00:00:00Z')
    const paid = { ...newPayment(1_180_000n), gstMinorUnit: 180_000n, at: frozen, cycleStart }
    await inTransaction(product.deps.db, async (tx) => {
      const row = await lockSubscription(tx, vendor.vendorId, frozen)
      if (row) await extendSubscription(tx, product.deps, row, paid, frozen)
    })
    expect(await vendor.seen(frozen)).toMatchObject({ billingCycleStart: cycleStart.toISOString() })
  })

  test('paid twice, by two orders, becomes bonus credit the second time', async () => {
    const vendor = await subscriberSince(product, START)
    await change(vendor, 'ENTERPRISE', 'MONTHLY')
    await capture(vendor, ELEVENTH)
    expect(await capture(vendor, ELEVENTH)).toBeUndefined()
    expect((await figuresOf(product.deps.db, vendor.vendorId)).bonus).toBe(833_400n)
  })

  test('has its price until its order expires; then payment and unused value must cover the cycle', async () => {
    const vendor = await subscriberSince(product, START)
    await change(vendor, 'ENTERPRISE', 'MONTHLY')
    const expired = new Date(ELEVENTH.getTime() + 24 * 3_600_000)
    expect(await capture(vendor, expired)).toBe('AMOUNT_MISMATCH')
    expect(await vendor.seen(expired)).toMatchObject({ plan: 'SMB' })
    expect(await capture(vendor, new Date(expired.getTime() - 1))).toBeUndefined()
    expect(await vendor.seen(expired)).toMatchObject({ plan: 'ENTERPRISE' })
  })

  test('paid while the old cycle is due voids the invoice of that cycle', async () => {
    const vendor = await subscriberSince(product, START)
    const lastHour = new Date('2026-06-30T23:00:00Z')
    await vendor.receiveEvent('halted', lastHour)
    await sweepAt(product.deps, lastHour)
    expect((await vendor.invoices()).at(-1)).toMatchObject({ status: 'DRAFT' })
    const details = { subscriptionId: vendor.id, from: '', plan: 'ENTERPRISE', cycle: 'MONTHLY', cyclePaise: 1_000_000 }
    const order = orderOf(vendor.vendorId, 'PLAN_CHANGE', { ...details, basePaise: 1_000_000, gstPaise: 180_000 })
    const pay = () =>
      inTransaction(product.deps.db, (tx) => applyPlanChange(tx, product.deps, order, newPayment(), lastHour))
    expect(await pay()).toBeUndefined()
    expect((await vendor.invoices()).map(({ status }) => status)).toEqual(['PAID', 'PAID', 'VOID', 'PAID'])
  })

  test('of a plan that has ended meanwhile is flagged for an operator', async () => {
    const vendor = await subscriberSince(product, START)
    const details = { subscriptionId: vendor.id, from: '', plan: 'ENTERPRISE', cycle: 'MONTHLY', cyclePaise: 1_000_000 }
    const order = orderOf(vendor.vendorId, 'PLAN_CHANGE', { ...details, basePaise: 100, gstPaise: 18 })
    const apply = () =>
      inTransaction(product.deps.db, (tx) => applyPlanChange(tx, product.deps, order, newPayment(118n), ELEVENTH))
    expect(await apply()).toBe('AMOUNT_MISMATCH')
  })
})

describe('a downgrade', () => {
  test('begins at once, and the difference for the remaining time becomes bonus', async () => {
    const vendor = await subscriberSince(product, START, 'ENTERPRISE')
    // (10,000.00 − 2,499.00) × 20/30
    expect(await change(vendor, 'SMB', 'MONTHLY')).toMatchObject({
      status: 200,
      body: { plan: 'SMB', conversationCap: 50_000, billingCycleEnd: '2026-07-01T00:00:00.000Z', refundDeadline: null },
    })
    expect(await figuresOf(product.deps.db, vendor.vendorId)).toMatchObject({ balance: 500_066n, bonus: 500_066n })
    // Upgrading again: the remaining time is worth only the smaller plan's price.
    expect((await change(vendor, 'ENTERPRISE', 'MONTHLY')).body).toMatchObject({
      items: [{ amountMinorUnit: 1_000_000 - 166_600 }],
    })
  })

  test('to a shorter cycle keeps the paid time, and gives nothing back for the cycle alone', async () => {
    const vendor = await subscriberSince(product, START, 'SMB', 'ANNUAL')
    expect(await change(vendor, 'SMB', 'MONTHLY')).toMatchObject({
      status: 200,
      body: { cycle: 'MONTHLY', cycleAmountPaise: 249_900, billingCycleEnd: '2027-06-01T00:00:00.000Z' },
    })
    expect((await figuresOf(product.deps.db, vendor.vendorId)).balance).toBe(0n)
  })

  test.each([
    ['the shorter cycle first', 'ENTERPRISE', 'MONTHLY'],
    ['the smaller plan first', 'SMB', 'ANNUAL'],
    ['the shorter cycle first, in two', 'ENTERPRISE', 'QUARTERLY'],
  ] as const)('in two steps gives the bonus of one step, and ends with it: %s', async (_, plan, cycle) => {
    const [direct, stepwise] = [
      await subscriberSince(product, START, 'ENTERPRISE', 'ANNUAL'),
      await subscriberSince(product, START, 'ENTERPRISE', 'ANNUAL'),
    ]
    await change(direct, 'SMB', 'MONTHLY')
    await change(stepwise, plan, cycle)
    const quoted = await quote(stepwise, 'SMB', 'MONTHLY')
    await change(stepwise, 'SMB', 'MONTHLY')
    // (118,499.00 − 28,488.00) × 355/365
    const bonus = (9_001_100n * 355n) / 365n
    for (const { vendorId } of [direct, stepwise])
      expect(await figuresOf(product.deps.db, vendorId)).toMatchObject({ balance: bonus, bonus })
    expect(quoted.bonusMinorUnit).toBe(plan === 'ENTERPRISE' ? Number(bonus) : 0)
    const ended = { plan: 'SMB', cycle: 'MONTHLY', billingCycleEnd: '2027-06-01T00:00:00.000Z' }
    for (const vendor of [direct, stepwise]) expect(await vendor.seen(ELEVENTH)).toMatchObject(ended)
    // What is left is worth the smaller annual plan, for an upgrade as well.
    const unused = (2_848_800n * 355n) / 365n
    expect((await quote(stepwise, 'ENTERPRISE', 'ANNUAL')).items).toMatchObject([
      { amountMinorUnit: 11_849_900 - Number(unused) },
    ])
  })

  test('after a monthly cycle was paid ahead values each cycle at the price of its own length', async () => {
    const vendor = await subscriberSince(product, START, 'ENTERPRISE', 'ANNUAL')
    const lastDays = new Date('2027-05-28T00:00:00Z')
    await change(vendor, 'ENTERPRISE', 'MONTHLY', lastDays)
    await vendor.payCycle(lastDays, 1_000_000)
    await change(vendor, 'SMB', 'MONTHLY', lastDays)
    // (118,499.00 − 28,488.00) × 4/365, and 10,000.00 − 2,499.00 of the month that has not begun.
    const bonus = (9_001_100n * 4n) / 365n + 750_100n
    expect(await figuresOf(product.deps.db, vendor.vendorId)).toMatchObject({ bonus })
    expect(await vendor.seen(lastDays)).toMatchObject({ billingCycleEnd: '2027-07-01T00:00:00.000Z' })
  })

  test('requested ten times at once happens once', async () => {
    const vendor = await subscriberSince(product, START, 'ENTERPRISE')
    const answers = await Promise.allSettled(Array.from({ length: 10 }, () => change(vendor, 'SMB', 'MONTHLY')))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await figuresOf(product.deps.db, vendor.vendorId)).balance).toBe(500_066n)
  })
})

describe('a plan change quotation', () => {
  test('names the price of the order, and the day until which it is paid', async () => {
    const vendor = await subscriberSince(product, START)
    const quoted = await quote(vendor, 'ENTERPRISE', 'MONTHLY')
    expect(quoted).toMatchObject({
      begins: 'WHEN_PAID',
      unusedMinorUnit: 166_600,
      totalMinorUnit: 983_412,
      bonusMinorUnit: 0,
      paidUntil: '2026-07-11T00:00:00.000Z',
    })
    expect((await change(vendor, 'ENTERPRISE', 'MONTHLY')).body).toMatchObject({ items: quoted.items })
  })

  test.each([
    ['a smaller plan', 'ENTERPRISE', 'MONTHLY', 'SMB'],
    ['one that the unused part pays for', 'SMB', 'ANNUAL', 'ENTERPRISE'],
  ] as const)('of %s names the bonus that the change then grants', async (_, plan, cycle, wanted) => {
    const vendor = await subscriberSince(product, START, plan, cycle)
    const quoted = await quote(vendor, wanted, 'MONTHLY')
    expect(quoted).toMatchObject({ begins: 'AT_ONCE', items: [], totalMinorUnit: 0 })
    const { body } = await change(vendor, wanted, 'MONTHLY')
    expect(body).toMatchObject({ billingCycleEnd: quoted.paidUntil })
    expect((await figuresOf(product.deps.db, vendor.vendorId)).bonus).toBe(BigInt(quoted.bonusMinorUnit))
  })

  test('is refused where the change would be', async () => {
    const vendor = await subscriberSince(product, START)
    await expect(quote(vendor, 'SMB', 'MONTHLY')).rejects.toMatchObject({ code: 'INVALID_STATE' })
  })
})

test('the current plan, and an unpaid one, cannot be changed', async () => {
  const vendor = await subscriberSince(product, START)
  await expect(change(vendor, 'SMB', 'MONTHLY')).rejects.toMatchObject({ code: 'INVALID_STATE' })
  await vendor.receiveEvent('pending', ELEVENTH)
  await expect(change(vendor, 'ENTERPRISE', 'MONTHLY')).rejects.toMatchObject({ code: 'INVALID_STATE' })
})
