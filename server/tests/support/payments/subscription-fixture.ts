import { randomBytes } from 'node:crypto'
import type { Cycle } from '../../../src/domain/billing/billing-cycle.ts'
import type { ListedPlan } from '../../../src/domain/billing/subscription.ts'
import type { VendorId } from '../../../src/domain/ids.ts'
import type { Order } from '../../../src/features/orders/find.ts'
import {
  applySubscriptionEvent,
  type SubscriptionEvent,
} from '../../../src/features/subscriptions/gateway/apply-event.ts'
import { insertGatewaySubscription } from '../../../src/features/subscriptions/gateway/gateway.sql.ts'
import { readSubscription } from '../../../src/features/subscriptions/lifecycle/current.ts'
import { sweepSubscriptions } from '../../../src/features/subscriptions/lifecycle/sweep.ts'
import { applyOnboarding } from '../../../src/features/subscriptions/plans/apply-onboarding.ts'
import { applyCyclePayment } from '../../../src/features/subscriptions/plans/pay.ts'
import { present } from '../../../src/features/subscriptions/present.ts'
import { inTransaction } from '../../../src/platform/db/db.ts'
import type { Deps } from '../../../src/platform/deps.ts'
import { bareVendor } from '../money/invoices.ts'
import type { TestProduct } from '../product.ts'

const id = (prefix: string) => `${prefix}_${randomBytes(7).toString('hex')}`
export const newPayment = (amountMinorUnit = 294_882n) => ({
  gatewayPaymentId: id('pay'),
  amountMinorUnit,
  currency: 'INR',
})

const PRICES = {
  SMB: { MONTHLY: 249_900, QUARTERLY: 719_700, ANNUAL: 2_848_800 },
  ENTERPRISE: { MONTHLY: 1_000_000, QUARTERLY: 2_915_000, ANNUAL: 11_849_900 },
}
const gst = (base: number) => Math.round(base * 0.09) * 2

/** One of our orders, to which a payment of the gateway refers. */
export const orderOf = (vendorId: VendorId, type: Order['type'], details: Order['details']): Order => ({
  vendorId,
  id: crypto.randomUUID(),
  type,
  amountMinorUnit: 0n,
  currency: 'INR',
  status: 'CREATED',
  gatewayOrderId: id('order'),
  details,
  gatewayPaymentId: null,
  createdAt: new Date(),
  expiresAt: new Date(),
})

export const onboardingOrder = (
  vendorId: VendorId,
  plan: ListedPlan = 'SMB',
  cycle: Cycle = 'MONTHLY',
  { isSetUp = false } = {},
) => {
  const base = PRICES[plan][cycle]
  const setup = isSetUp ? 0 : plan === 'SMB' ? 99_900 : 249_900
  const amounts = { setupPaise: setup, setupGstPaise: gst(setup), basePaise: base, gstPaise: gst(base) }
  return orderOf(vendorId, 'ONBOARDING', { plan, cycle, ...amounts })
}

export type Subscriber = Awaited<ReturnType<typeof subscriberSince>>

/** A vendor whose plan began at a given instant. The use cases take the time as an argument. */
export async function subscriberSince(
  product: TestProduct,
  now: Date,
  plan: ListedPlan = 'SMB',
  cycle: Cycle = 'MONTHLY',
) {
  const { deps } = product
  const { vendorId } = await bareVendor(product)
  const order = onboardingOrder(vendorId, plan, cycle)
  await inTransaction(deps.db, (tx) => applyOnboarding(tx, deps, order, newPayment(), now))
  const row = await readSubscription(deps.db, vendorId, now)
  if (!row) throw new Error('no subscription')
  const gatewaySubId = id('sub')
  await inTransaction(deps.db, (tx) =>
    insertGatewaySubscription(tx, vendorId, {
      gateway_sub_id: gatewaySubId,
      subscription_id: row.id,
      base_paise: row.cycle_amount_paise,
      amount_minor_unit: row.cycle_amount_paise + BigInt(gst(Number(row.cycle_amount_paise))),
      mandate_url: null,
      mandate: 'ACTIVE',
      replaced_at: null,
      closed_at: null,
      created_at: now,
    }),
  )
  return { vendorId, id: row.id, gatewaySubId, ...actsOf(deps, vendorId, row.id, gatewaySubId) }
}

function actsOf(deps: Deps, vendorId: VendorId, subscriptionId: string, gatewaySubId: string) {
  return {
    /** Applies an event that happened at `at` and is received at `now`. */
    receiveEvent: (
      kind: SubscriptionEvent['kind'],
      at: Date,
      now = at,
      payment = newPayment(),
      currentStart: Date | undefined = undefined,
    ) => {
      const event = {
        gatewaySubId,
        kind,
        at,
        ...(kind === 'charged' && { payment }),
        ...(currentStart && { currentStart }),
      }
      return inTransaction(deps.db, (tx) => applySubscriptionEvent(tx, deps, event, now))
    },
    payCycle: (now: Date, basePaise = 249_900) => {
      const order = orderOf(vendorId, 'CYCLE', { subscriptionId, basePaise, gstPaise: gst(basePaise) })
      return inTransaction(deps.db, (tx) => applyCyclePayment(tx, deps, order, newPayment(), now))
    },
    /** The subscription as the API shows it at an instant. */
    seen: async (now: Date) => {
      const row = await readSubscription(deps.db, vendorId, now)
      if (!row) throw new Error('no subscription')
      return present(deps, deps.db, row, now)
    },
    use: (count: number) =>
      deps.db
        .updateTable('subscription')
        .set({ conversations_used: BigInt(count) })
        .where('id', '=', subscriptionId)
        .execute(),
    invoices: () =>
      deps.db
        .selectFrom('invoice')
        .select(['id', 'type', 'status', 'invoice_number as number', 'amount_minor_unit as base'])
        .where('vendor_id', '=', vendorId)
        .orderBy('id')
        .execute(),
    notices: async () => {
      const rows = await deps.db
        .selectFrom('notification')
        .select('kind')
        .where('vendor_id', '=', vendorId)
        .orderBy('id')
        .execute()
      return rows.map(({ kind }) => kind)
    },
  }
}

/** Runs the sweep once at this time. */
export const sweepAt = (deps: Deps, now: Date) =>
  sweepSubscriptions({ ...deps, clock: { ...deps.clock, now: () => now } })
