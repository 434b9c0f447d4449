import { inSeconds } from '../../../domain/billing/billing-cycle.ts'
import type { Tx } from '../../../platform/db/db.ts'
import type { Subscription } from '../lifecycle/current.ts'
import { saveSubscription, stateOf } from '../lifecycle/save-subscription.ts'
import type { EffectDeps, Effected, Payment } from '../plans/effects.ts'
import { extend } from '../plans/extend.ts'
import { PLAN_CURRENCY } from '../plans/prices.ts'
import * as sql from '../sql.ts'
import * as gateway from './gateway.sql.ts'

export interface SubscriptionEvent {
  gatewaySubId: string
  kind: 'charged' | 'pending' | 'halted' | 'activated' | 'cancelled' | 'completed'
  /** The gateway's own time: events come in any order. */
  at: Date
  payment?: Payment
  /** Of the cycle that was charged. */
  currentStart?: Date
}

/**
 * What the gateway tells of a subscription. Whatever the order of arrival, the end is the same: a payment settles the
 * failures before it and none after it, one payment has one effect, and CANCELLED is final. Throws when nobody knows
 * the id yet, for the job that made it there may still be about to write it down: the event is tried again.
 */
export async function applySubscriptionEvent(tx: Tx, deps: EffectDeps, event: SubscriptionEvent, now: Date): Effected {
  const known = await gateway.findByGatewayId(tx, event.gatewaySubId)
  if (!known) throw new Error('an event of a gateway subscription that is not known')
  const row = await sql.lockSubscription(tx, known.vendor_id, known.subscription_id)
  switch (event.kind) {
    case 'charged':
      return charge(tx, deps, row, known, event, now)
    case 'pending':
    case 'halted':
      return fail(tx, deps, row, known, event.at, now)
    case 'activated':
      await gateway.setMandate(tx, known.vendor_id, event.gatewaySubId, 'ACTIVE')
      return undefined
    case 'cancelled':
    case 'completed':
      // The time that is paid for stays; from its end on the vendor pays by order, or not at all.
      await gateway.setMandate(tx, known.vendor_id, event.gatewaySubId, 'ENDED')
      return undefined
  }
}

/** Also by one that was replaced a moment ago: money that was taken buys a cycle, if it is the price of one. */
async function charge(
  tx: Tx,
  deps: EffectDeps,
  row: Subscription,
  known: gateway.GatewaySubscriptionRow,
  { payment, at, gatewaySubId, currentStart: cycleStart }: SubscriptionEvent,
  now: Date,
): Effected {
  if (!payment) return 'AMOUNT_MISMATCH'
  if (await sql.isApplied(tx, row.vendor_id, payment.gatewayPaymentId)) return undefined
  if (stateOf(row, deps, now).status === 'CANCELLED') return 'SUBSCRIPTION_ENDED'
  if (payment.currency !== PLAN_CURRENCY) return 'CURRENCY_MISMATCH'
  const isPrice = payment.amountMinorUnit === known.amount_minor_unit && known.base_paise === row.cycle_amount_paise
  if (!isPrice) return 'AMOUNT_MISMATCH'
  await gateway.setMandate(tx, row.vendor_id, gatewaySubId, 'ACTIVE')
  const gstMinorUnit = known.amount_minor_unit - known.base_paise
  await extend(tx, deps, row, { ...payment, gstMinorUnit, at, cycleStart }, now)
  return undefined
}

/** Day 1 is the first of them. One from before the last payment, or of what was replaced, says nothing new. */
async function fail(
  tx: Tx,
  deps: EffectDeps,
  row: Subscription,
  known: gateway.GatewaySubscriptionRow,
  at: Date,
  now: Date,
): Effected {
  if (known.replaced_at || stateOf(row, deps, now).status === 'CANCELLED') return undefined
  if (row.last_paid_at && at < inSeconds(row.last_paid_at)) return undefined
  await sql.insertFailure(tx, row.vendor_id, row.id, at)
  await saveSubscription(tx, deps, row, { past_due_at: await sql.firstFailure(tx, row.vendor_id, row.id) }, now)
  return undefined
}
