import { beforeAll, describe, expect, test } from 'vitest'
import { atEnd } from '../../../tests/support/cleanup.ts'
import { changedBetweenReads } from '../../../tests/support/database/between-reads.ts'
import { type RefundFixture, refundFixture } from '../../../tests/support/payments/refunds.ts'
import {
  advanceAndSignIn,
  chargingNobody,
  newSubscriber,
  subscriptionOf,
} from '../../../tests/support/payments/subscriptions.ts'
import { newVendor, startProduct, type TestProduct } from '../../../tests/support/product.ts'
import { seededRandom } from '../../../tests/support/random/seeded-random.ts'
import { DAY_MS, HOUR_MS } from '../../domain/durations.ts'
import type { VendorId } from '../../domain/ids.ts'
import { type Db, inTransaction, openDatabase } from '../../platform/db/db.ts'
import { newId } from '../../platform/ids.ts'
import { creditRecharge } from '../payments/credit-recharge.ts'
import { graceOf, stateOf } from '../subscriptions/lifecycle/save-subscription.ts'
import { countBilling, listBilling } from './billing.cross-vendor.sql.ts'
import { readDashboard } from './dashboard.ts'

let product: TestProduct
let fixture: RefundFixture
let operator: { token: string }
beforeAll(async () => {
  product = await chargingNobody(await startProduct({ sandbox: true }))
  fixture = refundFixture(product)
  operator = await fixture.operator()
})

const get = async (path: string) => (await product.get(`/admin/${path}`, operator)).body
const rowOf = async (vendorId: string, query = '?pageSize=100') =>
  (await get(`billing${query}`)).data.find((row: { vendorId: string }) => row.vendorId === vendorId)

describe('the billing of all vendors', () => {
  test('shows plan, wallet and payments of each', async () => {
    const [subscriber, stranger] = [await newSubscriber(product, 'ENTERPRISE'), await newVendor(product, 'Never Paid')]
    // one payment for two invoices, GST included
    expect((await rowOf(subscriber.vendorId)).lastPayment).toEqual({
      at: expect.any(String),
      amountMinorUnit: 294_882 + 1_180_000,
      currency: 'INR',
    })
    await fixture.recharge(subscriber, 50_000)
    expect(await rowOf(subscriber.vendorId)).toEqual({
      vendorId: subscriber.vendorId,
      companyName: 'Asha Traders',
      vendorStatus: 'ACTIVE',
      plan: 'ENTERPRISE',
      cycle: 'MONTHLY',
      status: 'ACTIVE',
      graceDay: null,
      paidUntil: expect.any(String),
      currency: 'INR',
      balanceMinorUnit: 50_000,
      lastPayment: { at: expect.any(String), amountMinorUnit: 50_000, currency: 'INR' },
      monthSubscriptionInrPaise: 294_882 + 1_180_000,
      monthRechargeInrPaise: 50_000,
    })
    expect(await rowOf(stranger.vendorId, '?search=NEVER%20pa')).toMatchObject({
      status: 'NONE',
      plan: null,
      lastPayment: null,
      balanceMinorUnit: 0,
    })
    expect(await rowOf(stranger.vendorId, '?plan=SMB')).toBeUndefined()
    expect(await rowOf(subscriber.vendorId, '?plan=ENTERPRISE&status=ACTIVE')).toBeDefined()
    for (const wrong of ['?status=OK', '?plan=BIG', '?search=', '?limit=5'])
      expect((await get(`billing${wrong}`)).status).toBe(400)
  })

  test('agrees at every instant with the status that the vendor itself sees', async () => {
    const vendor = await newSubscriber(product)
    const { db } = product.deps
    const vendorId = vendor.vendorId as VendorId
    const { below, chance, pick } = seededRandom(41)
    const grace = graceOf(product.deps)
    const start = product.deps.clock.now().getTime()
    const some = (days: number) => new Date(start + below(days * 24) * HOUR_MS)
    for (let round = 0; round < 60; round++) {
      const cycleEnd = some(30)
      const change = {
        billing_cycle_end: new Date(Math.max(cycleEnd.getTime(), start + 1_000)),
        past_due_at: chance(0.5) ? some(40) : null,
        cancel_at_cycle_end: chance(0.3),
        trial_until: chance(0.2) ? some(40) : null,
      }
      const row = await db
        .updateTable('subscription')
        .set(change)
        .where('vendor_id', '=', vendorId)
        .returningAll()
        .executeTakeFirstOrThrow()
      const now = pick([some(60), row.billing_cycle_end, new Date(row.billing_cycle_end.getTime() + 8 * DAY_MS)])
      const [shown] = (
        await listBilling(
          db,
          now,
          grace,
          { search: undefined, plan: undefined, status: undefined },
          { number: 1, limit: 100, offset: 0, after: undefined },
        )
      ).filter((one) => one.vendorId === vendorId)
      const state = stateOf(row, product.deps, now)
      expect(shown?.status).toBe(state.status)
      if (state.graceDay !== null)
        expect(Math.floor((now.getTime() - (shown?.dayOne?.getTime() ?? 0)) / DAY_MS) + 1).toBe(state.graceDay)
      expect(
        await countBilling(db, now, grace, { search: undefined, plan: undefined, status: state.status }),
      ).toBeGreaterThan(0)
    }
    await db
      .updateTable('subscription')
      .set({ past_due_at: null, cancel_at_cycle_end: false, trial_until: null })
      .where('vendor_id', '=', vendorId)
      .execute()
  })
})

describe('the dashboard', () => {
  test('adds up money, vendors and pending work', async () => {
    const before = await get('dashboard')
    const vendor = await newSubscriber(product)
    await fixture.recharge(vendor, 70_000)
    const invoice = await fixture.invoice(vendor, 'SUBSCRIPTION')
    const { body } = await fixture.ask(vendor, { invoiceId: invoice.id })
    const waiting = await get('dashboard')
    await fixture.decide(body.id, 'approve')
    await fixture.ends(body.id, 'REFUNDED')
    const after = await get('dashboard')

    const more = (pick: (view: typeof after) => number) => pick(after) - pick(before)
    expect(waiting.refunds.requested).toBe(before.refunds.requested + 1)
    expect(after.refunds.requested).toBe(before.refunds.requested)
    expect(more(({ vendors }) => vendors.total)).toBe(1)
    expect(more(({ vendors }) => vendors.new)).toBe(1)
    expect(more(({ revenue }) => revenue.rechargeInrPaise)).toBe(70_000)
    expect(more(({ revenue }) => revenue.subscriptionInrPaise)).toBe(294_882)
    expect(more(({ revenue }) => revenue.setupInrPaise)).toBe(117_882)
    expect(more(({ revenue }) => revenue.refundInrPaise)).toBe(294_882)
    expect(more(({ subscriptions }) => subscriptions.CANCELLED)).toBe(1)
    const rupees = (view: typeof after) =>
      view.wallets.find(({ currency }: { currency: string }) => currency === 'INR')?.balanceMinorUnit ?? 0
    expect(rupees(after) - rupees(before)).toBe(70_000)
    expect(after.daily).toHaveLength(30)
    expect(after.daily.at(-1).day).toBe(product.deps.clock.now().toISOString().slice(0, 10))
    const sum = after.daily.reduce(
      (total: number, { rechargeInrPaise }: { rechargeInrPaise: number }) => total + rechargeInrPaise,
      0,
    )
    expect(sum).toBe(after.revenue.rechargeInrPaise)
  })

  test('has figures of one snapshot, whatever is committed between its reads', async () => {
    const { deps } = product
    const vendor = await newVendor(product)
    const recharge = () =>
      inTransaction(deps.db, (tx) =>
        creditRecharge(
          tx,
          deps,
          { vendorId: vendor.vendorId as VendorId, amountMinorUnit: 1_000n, currency: 'INR' },
          { gatewayPaymentId: newId() },
          deps.clock.now(),
        ),
      )
    // One connection: each read begins after the change that follows the one before.
    const single = openDatabase({ url: deps.config.DATABASE_URL, poolSize: 1, onError: () => {} })
    atEnd(single.close)
    const rupeesBeyondRecharges = async (db: Db) => {
      const { wallets, revenue } = await readDashboard({ ...deps, db }, {})
      const rupees = wallets.find(({ currency }) => currency === 'INR')?.balanceMinorUnit ?? 0
      return rupees - revenue.rechargeInrPaise
    }
    await recharge()
    const quiet = await rupeesBeyondRecharges(single.db)
    const changing = changedBetweenReads(single.db, async () => {
      await recharge()
    })
    expect(await rupeesBeyondRecharges(changing)).toBe(quiet)
  })

  test('takes a period of one day to one year', async () => {
    const long = await get('dashboard?from=2026-02-27&to=2026-03-02')
    expect(long.daily.map(({ day }: { day: string }) => day)).toEqual([
      '2026-02-27',
      '2026-02-28',
      '2026-03-01',
      '2026-03-02',
    ])
    expect((await get('dashboard?from=2026-03-02&to=2026-03-02')).daily).toHaveLength(1)
    const byTimes = await get('dashboard?from=2026-02-26T23:30:00-01:00&to=2026-03-02T23:59:59Z')
    expect(byTimes.daily).toEqual(long.daily)
    for (const wrong of [
      'from=2026-03-02&to=2026-03-01',
      'from=2020-01-01&to=2026-01-01',
      'from=yesterday',
      'from=2026-02-30',
      'since=1',
    ])
      expect((await get(`dashboard?${wrong}`)).status, wrong).toBe(400)
  })
})

describe('one vendor', () => {
  test('shows plan, wallet and counts, and no personal data of contacts', async () => {
    const vendor = await newSubscriber(product)
    await product.post('/contacts', { mobile: '+919820012345', name: 'Somebody Real', labels: ['Secret'] }, vendor)
    await fixture.give(vendor.vendorId, 12_000, 'BONUS')
    const seen = await get(`vendors/${vendor.vendorId}`)
    expect(seen).toMatchObject({
      id: vendor.vendorId,
      status: 'ACTIVE',
      messagingEnabled: true,
      subscription: await subscriptionOf(product, vendor),
      wallet: { balanceMinorUnit: 12_000, bonusBalanceMinorUnit: 12_000 },
      counts: { users: 1, contacts: 1, invoices: 2, transactions: 1, openRefunds: 0 },
    })
    expect(JSON.stringify(seen)).not.toMatch(/9820012345|Somebody|Secret/)
    const notices = (await product.get('/notifications', vendor)).body.data
    expect(notices[0]).toMatchObject({ kind: 'WALLET_CREDITED', title: '₹120.00 bonus credited to your wallet' })
    for (const unknown of [newId(), 'nonsense']) expect((await get(`vendors/${unknown}`)).status).toBe(404)
  })

  test('shows its invoices, newest first, and verifies its ledger', async () => {
    const vendor = await newSubscriber(product)
    await fixture.recharge(vendor, 40_000)
    const path = `vendors/${vendor.vendorId}`
    const { data, total } = await get(`${path}/invoices`)
    expect(total).toBe(3)
    expect(data[0]).toMatchObject({
      id: expect.any(String),
      invoiceNumber: expect.any(String),
      type: 'WALLET_RECHARGE',
      status: 'PAID',
      totalMinorUnit: 40_000,
      refundedMinorUnit: 0,
      currency: 'INR',
      issuedAt: expect.any(String),
    })
    const own = (await product.get('/billing/invoices', vendor)).body.data
    expect(data.map(({ id }: { id: string }) => id)).toEqual(own.map(({ id }: { id: string }) => id))
    expect(await get(`${path}/ledger/verify`)).toMatchObject({ ok: true, rows: 1 })
    for (const what of ['invoices', 'ledger/verify'])
      expect((await get(`vendors/${newId()}/${what}`)).status, what).toBe(404)
  })

  test('past due shows the day, and frozen shows as frozen', async () => {
    const vendor = await newSubscriber(product)
    await product.gateway.pending(vendor.gatewaySubId)
    await advanceAndSignIn(product, vendor, 86_400 + 60)
    operator = await fixture.operator()
    expect(await rowOf(vendor.vendorId)).toMatchObject({ status: 'PAST_DUE', graceDay: 2 })
    await advanceAndSignIn(product, vendor, 7 * 86_400)
    operator = await fixture.operator()
    expect(await rowOf(vendor.vendorId, '?status=FROZEN')).toMatchObject({ status: 'FROZEN', graceDay: 9 })
  })
})

test('vendors have no access', async () => {
  const vendor = await newVendor(product)
  const own = `vendors/${vendor.vendorId}`
  for (const path of ['billing', 'dashboard', own, `${own}/invoices`, `${own}/ledger/verify`])
    expect((await product.get(`/admin/${path}`, vendor)).status).toBe(403)
})
