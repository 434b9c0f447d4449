import type { Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import type { VendorPrincipal } from '../../../platform/http/principal.ts'
import type { IdempotencyRecord } from '../../../platform/idempotency/idempotency.ts'
import { createOrder, presentOrder } from '../../orders/create.ts'
import { findOpenOrder, type Order } from '../../orders/find.ts'
import { replaceAtGateway } from '../gateway/follow-at-gateway.ts'
import { readSubscription, type Subscription } from '../lifecycle/current.ts'
import { assertNoRefundPending } from '../lifecycle/refunds.ts'
import { stateOf } from '../lifecycle/save-subscription.ts'
import * as sql from '../sql.ts'
import { CycleDetails, type EffectDeps, type EffectResult, type Payment } from './effects.ts'
import { extendSubscription, payableFrom } from './extend.ts'
import { PLAN_CURRENCY, quoteItem } from './prices.ts'

/** An order for the cycle that is due, or will be within days. Returns the same order while it can be paid. */
export async function orderCycle(deps: Deps, who: VendorPrincipal, idempotency: IdempotencyRecord) {
  const now = deps.clock.now()
  await assertNoRefundPending(deps.db, who.vendorId)
  const row = await readSubscription(deps.db, who.vendorId, now)
  assertPayable(deps, row, now)
  const item = await quoteItem(deps, who.vendorId, 'SUBSCRIPTION', row.cycle_amount_paise)
  const amountMinorUnit = BigInt(item.totalMinorUnit)
  const cycle = { subscriptionId: row.id, cycleEnd: row.billing_cycle_end.toISOString() }
  const open = await findOpenOrder(deps.db, who.vendorId, 'CYCLE', cycle, now)
  if (open && open.amountMinorUnit === amountMinorUnit) return presentOrder(deps, open)
  const details = { ...cycle, basePaise: item.amountMinorUnit, gstPaise: item.gstAmountMinorUnit }
  const order = { type: 'CYCLE' as const, amountMinorUnit, currency: PLAN_CURRENCY, details }
  return createOrder(deps, who, order, (tx, made) => idempotency.saveAnswer(tx, 201, made))
}

function assertPayable(deps: Deps, row: Subscription | undefined, now: Date): asserts row is Subscription {
  const status = row && stateOf(row, deps, now).status
  if (!row || status === 'CANCELLED' || status === 'TRIAL')
    throw new AppError('INVALID_STATE', { detail: 'You have no plan to pay for. Order one first.' })
  if (status === 'ACTIVE' && row.cancel_at_cycle_end)
    throw new AppError('INVALID_STATE', { detail: 'Your plan is cancelled and ends with the current billing cycle.' })
  if (status === 'ACTIVE' && now < payableFrom(row))
    throw new AppError('INVALID_STATE', {
      detail: 'The next billing cycle can be paid from seven days before it starts.',
    })
}

/** Has the same effect as the gateway's own charge, and makes the gateway skip that charge. */
export async function applyCyclePayment(
  tx: Tx,
  deps: EffectDeps,
  order: Order,
  payment: Payment,
  now: Date,
): EffectResult {
  const { subscriptionId, basePaise, gstPaise } = CycleDetails.parse(order.details)
  const row = await sql.lockSubscription(tx, order.vendorId, subscriptionId)
  if (stateOf(row, deps, now).status === 'CANCELLED') return 'SUBSCRIPTION_ENDED'
  // The terms have changed since the order was created, so the amount is not the price of a cycle.
  if (row.cycle_amount_paise !== basePaise) return 'AMOUNT_MISMATCH'
  await replaceAtGateway(tx, row, now)
  await extendSubscription(tx, deps, row, { ...payment, gstMinorUnit: gstPaise, at: now }, now)
  return undefined
}
