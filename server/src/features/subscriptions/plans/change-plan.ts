import { CYCLE_MONTHS, type Cycle, cycleOf, unusedValue } from '../../../domain/billing/billing-cycle.ts'
import type { ListedPlan } from '../../../domain/billing/subscription.ts'
import { type Db, inTransaction, type Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import type { VendorPrincipal } from '../../../platform/http/principal.ts'
import type { IdempotencyRecord } from '../../../platform/idempotency/idempotency.ts'
import { newId } from '../../../platform/ids.ts'
import { createOrder, type OrderView } from '../../orders/create.ts'
import { lockWallet } from '../../wallet/lock.ts'
import * as cycles from '../cycles.sql.ts'
import { lockSubscription, readSubscription, type Subscription } from '../lifecycle/current.ts'
import { assertNoRefundPending } from '../lifecycle/refunds.ts'
import { stateOf } from '../lifecycle/save-subscription.ts'
import { present, type SubscriptionView } from '../present.ts'
import { changeTerms, remainingValue, startCycle, unusedValueOf } from './apply-plan-change.ts'
import { termsFingerprint } from './effects.ts'
import { type OrderItem, PLAN_CURRENCY, type PlanPrice, priceOf, quoteItem } from './prices.ts'

export interface PlanChoice {
  plan: ListedPlan
  cycle: Cycle
}
type ChangeResult = { status: 201; body: OrderView & { items: OrderItem[] } } | { status: 200; body: SubscriptionView }

/** The gateway's minimum order. */
const ORDER_PAISE_MIN = 100n

/** An upgrade (larger plan or longer cycle) begins when the difference is paid; a downgrade happens at once. */
export async function changePlan(
  deps: Deps,
  who: VendorPrincipal,
  wanted: PlanChoice,
  idempotency: IdempotencyRecord,
): Promise<ChangeResult> {
  const now = deps.clock.now()
  await assertNoRefundPending(deps.db, who.vendorId)
  const price = await priceOf(deps.db, wanted.plan, wanted.cycle)
  const row = await readSubscription(deps.db, who.vendorId, now)
  assertChangeable(deps, row, wanted, now)
  if (await isUpgrade(deps, row, price)) {
    const item = await upgradeItem(deps, row, price, now)
    if (item) return orderUpgrade(deps, who, row, { ...wanted, price, item }, idempotency)
  }
  const body = await inTransaction(deps.db, (tx) => changeWithin(tx, deps, who, wanted, price, idempotency, now))
  return { status: 200, body }
}

export function assertChangeable(
  deps: Pick<Deps, 'config'>,
  row: Subscription | undefined,
  wanted: PlanChoice,
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

/** The difference to pay; undefined when the unused value covers the new cycle. */
export async function upgradeItem(
  deps: Pick<Deps, 'db' | 'keyring' | 'config'>,
  row: Subscription,
  price: PlanPrice,
  now: Date,
) {
  const basePaise = price.basePaise - (await unusedValueOf(deps.db, row, now))
  return basePaise < ORDER_PAISE_MIN ? undefined : quoteItem(deps, row.vendor_id, 'SUBSCRIPTION', basePaise)
}

async function orderUpgrade(
  deps: Deps,
  who: VendorPrincipal,
  row: Subscription,
  { plan, cycle, price, item }: PlanChoice & { price: PlanPrice; item: OrderItem },
  idempotency: IdempotencyRecord,
): Promise<ChangeResult> {
  const details = {
    subscriptionId: row.id,
    from: await termsFingerprint(deps.db, row),
    plan,
    cycle,
    cyclePaise: Number(price.basePaise),
    basePaise: item.amountMinorUnit,
    gstPaise: item.gstAmountMinorUnit,
  }
  const amountMinorUnit = BigInt(item.totalMinorUnit)
  const order = { type: 'PLAN_CHANGE' as const, amountMinorUnit, currency: PLAN_CURRENCY, details }
  const items = [item]
  const view = await createOrder(deps, who, order, (tx, made) => idempotency.saveAnswer(tx, 201, { ...made, items }))
  return { status: 201, body: { ...view, items } }
}

async function changeWithin(
  tx: Tx,
  deps: Deps,
  { vendorId }: VendorPrincipal,
  wanted: PlanChoice,
  price: PlanPrice,
  idempotency: IdempotencyRecord,
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
  await idempotency.saveAnswer(tx, 200, view)
  return view
}

type Terms = PlanChoice & { cyclePaise: bigint }

async function startPrepaid(tx: Tx, deps: Deps, row: Subscription, terms: Terms, now: Date) {
  const bonusPaise = (await unusedValueOf(tx, row, now)) - terms.cyclePaise
  // The plan changed between the read and the lock.
  if (bonusPaise < -ORDER_PAISE_MIN)
    throw new AppError('INVALID_STATE', { detail: 'The plan changed in the meantime. Try again.' })
  return startCycle(tx, deps, row, { ...terms, paymentId: `change-${newId<'planChange'>()}`, bonusPaise }, now)
}

/**
 * The paid time keeps its end. The remaining time is revalued at the smaller plan's price; the difference becomes bonus
 * credit. A new cycle length applies from the next cycle.
 */
async function downgrade(tx: Tx, deps: Deps, row: Subscription, terms: Terms, now: Date) {
  const excess = await excessPaid(tx, row, terms.plan, now)
  for (const { cycle, basePaise } of excess)
    await cycles.setCycleWorth(tx, row.vendor_id, cycle.paymentId, basePaise + cycle.refundedPaise)
  return changeTerms(tx, deps, row, { ...terms, bonusPaise: sumOfBonus(excess) }, {}, now)
}

/**
 * What was paid for the remaining time in excess of this plan's price. Each cycle has the price of its own length: an
 * annual cycle that is paid runs on after its plan was changed to monthly.
 */
export async function excessPaid(db: Db, row: Subscription, plan: ListedPlan, now: Date) {
  const ahead = await cycles.listUnfinishedCycles(db, row.vendor_id, row.id, now)
  const priced = await Promise.all(
    ahead.map(async (cycle) => ({ cycle, basePaise: (await priceOf(db, plan, cycleOf(cycle))).basePaise })),
  )
  return priced
    .filter(({ cycle, basePaise }) => remainingValue(cycle) > basePaise)
    .map(({ cycle, basePaise }) => ({
      cycle,
      basePaise,
      bonusPaise: unusedValue(remainingValue(cycle) - basePaise, cycle, now),
    }))
}

export const sumOfBonus = (excess: readonly { bonusPaise: bigint }[]) =>
  excess.reduce((total, { bonusPaise }) => total + bonusPaise, 0n)
