import { CYCLE_MONTHS, type Cycle, unusedValue } from '../../../domain/billing/billing-cycle.ts'
import type { ListedPlan } from '../../../domain/billing/subscription.ts'
import { type Db, inTransaction, type Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Vendor } from '../../../platform/http/principal.ts'
import type { Once } from '../../../platform/idempotency/idempotency.ts'
import { newId } from '../../../platform/ids.ts'
import { createOrder, type OrderView } from '../../orders/create.ts'
import { lockWallet } from '../../wallet/read.ts'
import * as cycles from '../cycles.sql.ts'
import { lockSubscription, readSubscription, type Subscription } from '../lifecycle/current.ts'
import { assertNoRefundPending } from '../lifecycle/refunds.ts'
import { stateOf } from '../lifecycle/save-subscription.ts'
import { present, type SubscriptionView } from '../present.ts'
import { changeTerms, remainingWorth, startCycle, unusedOf } from './apply-plan-change.ts'
import { termsOf } from './effects.ts'
import { itemOf, type OrderItem, PLAN_CURRENCY, type PlanPrice, priceOf } from './prices.ts'

export interface Wanted {
  plan: ListedPlan
  cycle: Cycle
}
export type ChangeAnswer =
  | { status: 201; body: OrderView & { items: OrderItem[] } }
  | { status: 200; body: SubscriptionView }

/** Below this a gateway takes no order. */
const ORDER_PAISE_MIN = 100n

/** A larger plan or a longer cycle begins when its rest is paid for; the other way it happens at once. */
export async function changePlan(deps: Deps, who: Vendor, wanted: Wanted, once: Once): Promise<ChangeAnswer> {
  const now = deps.clock.now()
  await assertNoRefundPending(deps.db, who.vendorId)
  const price = await priceOf(deps.db, wanted.plan, wanted.cycle)
  const row = await readSubscription(deps.db, who.vendorId, now)
  assertChangeable(deps, row, wanted, now)
  if (await isUpgrade(deps, row, price)) {
    const item = await restToPay(deps, row, price, now)
    if (item) return orderRest(deps, who, row, { ...wanted, price, item }, once)
  }
  const body = await inTransaction(deps.db, (tx) => changeWithin(tx, deps, who, wanted, price, once, now))
  return { status: 200, body }
}

export function assertChangeable(
  deps: Pick<Deps, 'config'>,
  row: Subscription | undefined,
  wanted: Wanted,
  now: Date,
): asserts row is Subscription {
  const status = row && stateOf(row, deps, now).status
  const refusal =
    !row || status === 'CANCELLED' || status === 'TRIAL'
      ? 'You have no paid plan to change. Order one first.'
      : row.plan === 'CUSTOM'
        ? 'You have a custom plan. Contact support to change it.'
        : status !== 'ACTIVE'
          ? 'Pay the outstanding billing cycle before you change the plan.'
          : row.plan === wanted.plan && row.cycle === wanted.cycle
            ? 'This is already your plan.'
            : undefined
  if (refusal) throw new AppError('INVALID_STATE', { detail: refusal })
}

export async function isUpgrade({ db }: Pick<Deps, 'db'>, row: Subscription, price: PlanPrice) {
  const current = await priceOf(db, row.plan as ListedPlan, row.cycle)
  return price.rank === current.rank ? CYCLE_MONTHS[price.cycle] > CYCLE_MONTHS[row.cycle] : price.rank > current.rank
}

/** Undefined when what is unused pays for the new cycle. */
export async function restToPay(
  deps: Pick<Deps, 'db' | 'keyring' | 'config'>,
  row: Subscription,
  price: PlanPrice,
  now: Date,
) {
  const basePaise = price.basePaise - (await unusedOf(deps.db, row, now))
  return basePaise < ORDER_PAISE_MIN ? undefined : itemOf(deps, row.vendor_id, 'SUBSCRIPTION', basePaise)
}

async function orderRest(
  deps: Deps,
  who: Vendor,
  row: Subscription,
  { plan, cycle, price, item }: Wanted & { price: PlanPrice; item: OrderItem },
  once: Once,
): Promise<ChangeAnswer> {
  const details = {
    subscriptionId: row.id,
    from: await termsOf(deps.db, row),
    plan,
    cycle,
    cyclePaise: Number(price.basePaise),
    basePaise: item.amountMinorUnit,
    gstPaise: item.gstAmountMinorUnit,
  }
  const amountMinorUnit = BigInt(item.totalMinorUnit)
  const order = { type: 'PLAN_CHANGE' as const, amountMinorUnit, currency: PLAN_CURRENCY, details }
  const items = [item]
  const view = await createOrder(deps, who, order, (tx, made) => once.remember(tx, 201, { ...made, items }))
  return { status: 201, body: { ...view, items } }
}

async function changeWithin(
  tx: Tx,
  deps: Deps,
  { vendorId }: Vendor,
  wanted: Wanted,
  price: PlanPrice,
  once: Once,
  now: Date,
): Promise<SubscriptionView> {
  await lockWallet(tx, vendorId)
  const row = await lockSubscription(tx, vendorId, now)
  await assertNoRefundPending(tx, vendorId)
  assertChangeable(deps, row, wanted, now)
  const terms = { ...wanted, cyclePaise: price.basePaise }
  const changed = (await isUpgrade({ db: tx }, row, price))
    ? await startPrepaid(tx, deps, row, terms, now)
    : await downgrade(tx, deps, row, terms, now)
  const view = await present(deps, tx, changed, now)
  await once.remember(tx, 200, view)
  return view
}

type Terms = Wanted & { cyclePaise: bigint }

async function startPrepaid(tx: Tx, deps: Deps, row: Subscription, terms: Terms, now: Date) {
  const bonusPaise = (await unusedOf(tx, row, now)) - terms.cyclePaise
  // Somebody changed the plan between the look and the lock.
  if (bonusPaise < -ORDER_PAISE_MIN) throw new AppError('INVALID_STATE', { detail: 'Try again.' })
  return startCycle(tx, deps, row, { ...terms, paymentId: `change-${newId<'planChange'>()}`, bonusPaise }, now)
}

/**
 * What is paid for keeps its end. The smaller plan's price for a cycle of that kind is what the time left now costs; the
 * difference is bonus credit. A new kind of cycle begins with the next one.
 */
async function downgrade(tx: Tx, deps: Deps, row: Subscription, terms: Terms, now: Date) {
  const { basePaise } = await priceOf(tx, terms.plan, row.cycle)
  const bonusPaise = await paidBeyond(tx, row, basePaise, now)
  for (const cycle of await cycles.cyclesAhead(tx, row.vendor_id, row.id, now))
    if (remainingWorth(cycle) > basePaise)
      await cycles.lowerWorth(tx, row.vendor_id, cycle.paymentId, basePaise + cycle.refundedPaise)
  return changeTerms(tx, deps, row, { ...terms, bonusPaise }, {}, now)
}

/** What the time left was paid for above this price of a cycle. */
export async function paidBeyond(db: Db, row: Subscription, basePaise: bigint, now: Date) {
  const ahead = await cycles.cyclesAhead(db, row.vendor_id, row.id, now)
  return ahead
    .filter((cycle) => remainingWorth(cycle) > basePaise)
    .reduce((total, cycle) => total + unusedValue(remainingWorth(cycle) - basePaise, cycle, now), 0n)
}
