import { inSeconds } from '../../../domain/billing/billing-cycle.ts'
import type { VendorId } from '../../../domain/ids.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import { notFound } from '../../../platform/errors.ts'
import * as crossVendor from '../cross-vendor.sql.ts'
import type { Subscription } from '../lifecycle/current.ts'
import { saveSubscription, stateOf } from '../lifecycle/save-subscription.ts'
import type { EffectDeps, EffectResult, Payment } from '../plans/effects.ts'
import { extendSubscription } from '../plans/extend.ts'
import { PLAN_CURRENCY } from '../plans/prices.ts'
import * as sql from '../sql.ts'
import * as gateway from './gateway.sql.ts'

export interface SubscriptionEvent {
  gatewaySubId: string
  kind: 'charged' | 'pending' | 'halted' | 'activated' | 'cancelled' | 'completed'
  /** The gateway's time, because events arrive in any order. */
  at: Date
  payment?: Payment
  /** The start of the charged cycle. */
  currentStart?: Date
}

/**
 * Applies a gateway event to the subscription. The result does not depend on the order of arrival: a payment settles
 * the failures before it and none after it, each payment has one effect, and CANCELLED is final. Throws for an unknown
 * id, so that the event is retried: the job that created the gateway subscription may not have stored its id yet.
 */
export async function applySubscriptionEvent(
  tx: Tx,
  deps: EffectDeps,
  event: SubscriptionEvent,
  now: Date,
): EffectResult {
  const known = await crossVendor.findByGatewayId(tx, event.gatewaySubId)
  if (!known) throw new Error('an event of a gateway subscription that is not known')
  const row = await sql.lockSubscription(tx, known.vendor_id, known.subscription_id)
  switch (event.kind) {
    case 'charged':
      return applyCharge(tx, deps, row, known, event, now)
    case 'pending':
    case 'halted':
      return applyFailure(tx, deps, row, known, event.at, now)
    case 'activated':
      await gateway.setMandate(tx, known.vendor_id, event.gatewaySubId, 'ACTIVE')
      return undefined
    case 'cancelled':
    case 'completed':
      // The paid time remains; after it the vendor pays by order.
      await gateway.setMandate(tx, known.vendor_id, event.gatewaySubId, 'ENDED')
      return undefined
  }
}

/**
 * Also accepts a charge of a subscription that was just replaced: the money buys a cycle if the amount is the price of
 * one.
 */
async function applyCharge(
  tx: Tx,
  deps: EffectDeps,
  row: Subscription,
  known: gateway.GatewaySubscriptionRow,
  { payment, at, gatewaySubId, currentStart: cycleStart }: SubscriptionEvent,
  now: Date,
): EffectResult {
  if (!payment) return 'AMOUNT_MISMATCH'
  if (await sql.isPaymentApplied(tx, row.vendor_id, payment.gatewayPaymentId)) return undefined
  if (stateOf(row, deps, now).status === 'CANCELLED') return 'SUBSCRIPTION_ENDED'
  if (payment.currency !== PLAN_CURRENCY) return 'CURRENCY_MISMATCH'
  const isPrice = payment.amountMinorUnit === known.amount_minor_unit && known.base_paise === row.cycle_amount_paise
  if (!isPrice) return 'AMOUNT_MISMATCH'
  await gateway.setMandate(tx, row.vendor_id, gatewaySubId, 'ACTIVE')
  const gstMinorUnit = known.amount_minor_unit - known.base_paise
  await extendSubscription(tx, deps, row, { ...payment, gstMinorUnit, at, cycleStart }, now)
  return undefined
}

/** The first failure starts Day 1. Failures before the last payment, or of a replaced subscription, are ignored. */
async function applyFailure(
  tx: Tx,
  deps: EffectDeps,
  row: Subscription,
  known: gateway.GatewaySubscriptionRow,
  at: Date,
  now: Date,
): EffectResult {
  if (known.replaced_at || stateOf(row, deps, now).status === 'CANCELLED') return undefined
  if (row.last_paid_at && at < inSeconds(row.last_paid_at)) return undefined
  await sql.insertFailure(tx, row.vendor_id, row.id, at)
  await saveSubscription(tx, deps, row, { past_due_at: await sql.firstFailure(tx, row.vendor_id, row.id) }, now)
  return undefined
}

export async function findVendorOfGatewaySubscription(db: Db, gatewaySubId: string): Promise<VendorId> {
  const known = await crossVendor.findByGatewayId(db, gatewaySubId)
  if (!known) throw notFound()
  return known.vendor_id
}

/** Whether the payment bought a cycle. With no order behind it, that was a charge of a gateway subscription. */
export const isSubscriptionCharge = (db: Db, gatewayPaymentId: string) =>
  crossVendor.hasBoughtCycle(db, gatewayPaymentId)
