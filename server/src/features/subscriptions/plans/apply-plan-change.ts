import {
  type Cycle,
  cycleFrom,
  inSeconds,
  nextAnniversary,
  unusedValue,
} from '../../../domain/billing/billing-cycle.ts'
import type { ListedPlan } from '../../../domain/billing/subscription.ts'
import { toJsonInteger } from '../../../domain/money/money.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import { newId } from '../../../platform/ids.ts'
import { convertPaiseDown } from '../../currency/convert.ts'
import { voidOpenInvoice } from '../../invoices/draft.ts'
import { issueInvoice } from '../../invoices/issue.ts'
import { notify } from '../../notifications/notify.ts'
import type { Order } from '../../orders/find.ts'
import { lockWallet } from '../../wallet/lock.ts'
import { moveMoney } from '../../wallet/move-money.ts'
import { readWallet } from '../../wallet/read.ts'
import * as cycles from '../cycles.sql.ts'
import { replaceAtGateway } from '../gateway/follow-at-gateway.ts'
import type { Subscription } from '../lifecycle/current.ts'
import { type GraceDeps, saveSubscription, stateOf } from '../lifecycle/save-subscription.ts'
import * as sql from '../sql.ts'
import {
  ChangeDetails,
  type EffectDeps,
  type EffectResult,
  type Payment,
  planDescription,
  termsFingerprint,
} from './effects.ts'
import { monthlyPrice, PLAN_CURRENCY, priceOf } from './prices.ts'

/**
 * Applies a paid upgrade. The order's price is valid until the order expires, while the subscription is unchanged since;
 * otherwise payment and unused value together must cover the cycle, and any excess becomes bonus credit.
 */
export async function applyPlanChange(
  tx: Tx,
  deps: EffectDeps,
  order: Order,
  payment: Payment,
  now: Date,
): EffectResult {
  const { vendorId } = order
  const ordered = ChangeDetails.parse(order.details)
  await lockWallet(tx, vendorId)
  const row = await sql.lockSubscription(tx, vendorId, ordered.subscriptionId)
  if (stateOf(row, deps, now).status === 'CANCELLED') return 'SUBSCRIPTION_ENDED'
  const isAsOrdered = now < order.expiresAt && (await termsFingerprint(tx, row)) === ordered.from
  const surplus = ordered.basePaise + (await unusedValueOf(tx, row, now)) - ordered.cyclePaise
  if (!isAsOrdered && surplus < 0n) return 'AMOUNT_MISMATCH'
  const { gatewayPaymentId } = payment
  const bonusPaise = isAsOrdered ? 0n : surplus
  const changed = await startCycle(tx, deps, row, { ...ordered, paymentId: gatewayPaymentId, bonusPaise }, now)
  const period = { start: changed.billing_cycle_start, end: changed.billing_cycle_end }
  await issueInvoice(
    tx,
    deps,
    vendorId,
    {
      type: 'SUBSCRIPTION',
      baseMinorUnit: ordered.basePaise,
      gstMinorUnit: ordered.gstPaise,
      currency: PLAN_CURRENCY,
      description: planDescription(ordered.plan, period),
      gatewayPaymentId,
      subscriptionId: row.id,
      periodStart: period.start,
      periodEnd: period.end,
    },
    now,
  )
  return undefined
}

/** The unused value of all paid cycles that have not ended. */
export async function unusedValueOf(db: Db, row: Subscription, now: Date) {
  const ahead = await cycles.listUnfinishedCycles(db, row.vendor_id, row.id, now)
  return ahead.reduce((total, cycle) => total + unusedValue(remainingValue(cycle), cycle, now), 0n)
}

/** What was paid for a cycle and not refunded. */
export const remainingValue = ({ worthPaise, refundedPaise }: cycles.PaidCycle) =>
  worthPaise > refundedPaise ? worthPaise - refundedPaise : 0n

interface NewTerms {
  plan: ListedPlan
  cycle: Cycle
  /** The price of a whole cycle, before GST. */
  cyclePaise: bigint
}

/**
 * Starts the new plan's first cycle now, which includes the remaining value of the old one. The caller holds the
 * wallet's lock.
 */
export async function startCycle(
  tx: Tx,
  deps: GraceDeps,
  row: Subscription,
  change: NewTerms & { paymentId: string; bonusPaise: bigint },
  now: Date,
): Promise<Subscription> {
  const { start, end } = cycleFrom(inSeconds(now), change.cycle)
  await cycles.replaceUnfinishedCycles(tx, row.vendor_id, row.id, now)
  await sql.insertCycle(tx, row.vendor_id, {
    subscription_id: row.id,
    payment_id: change.paymentId,
    period_start: start,
    period_end: end,
    worth_paise: change.cyclePaise,
    created_at: now,
  })
  await sql.deleteFailures(tx, row.vendor_id, row.id, now)
  // The cycle that was due is not paid any more: the new one takes its place.
  await voidOpenInvoice(tx, row.vendor_id, row.id)
  const cycle = {
    billing_cycle_start: start,
    billing_cycle_end: end,
    conversations_used: 0n,
    cap_reset_date: nextAnniversary(start, now),
    past_due_at: null,
    last_paid_at: now,
  }
  return changeTerms(tx, deps, row, change, cycle, now)
}

/** Saves new terms and grants bonus credit for their lower price. The bonus amount is no longer refundable. */
export async function changeTerms(
  tx: Tx,
  deps: GraceDeps,
  row: Subscription,
  { plan, cycle, cyclePaise, bonusPaise }: NewTerms & { bonusPaise: bigint },
  also: sql.SubscriptionChange,
  now: Date,
): Promise<Subscription> {
  const terms = {
    plan,
    cycle,
    cycle_amount_paise: cyclePaise,
    monthly_amount_paise: monthlyPrice(cyclePaise, cycle),
    conversation_cap: (await priceOf(tx, plan, cycle)).conversationCap,
    cancel_at_cycle_end: false,
    refund_deadline: null,
  }
  const changed = await saveSubscription(tx, deps, row, { ...terms, ...also }, now)
  const changeId = newId<'planChange'>()
  const bonusMinorUnit = await creditBonus(tx, row, changeId, bonusPaise, now)
  await replaceAtGateway(tx, changed, now)
  const { currency } = await readWallet(tx, row.vendor_id)
  const figures = {
    kind: 'SUBSCRIPTION_CHANGED' as const,
    plan,
    cycle,
    paidUntil: changed.billing_cycle_end.toISOString(),
    bonusMinorUnit: toJsonInteger(bonusMinorUnit),
    currency,
  }
  await notify(tx, row.vendor_id, figures, `plan-change-${changeId}`, now)
  return changed
}

/** Plans are priced in rupees; the wallet may have another currency. */
async function creditBonus(tx: Tx, row: Subscription, changeId: string, paise: bigint, now: Date) {
  const { currency } = await readWallet(tx, row.vendor_id)
  const amountMinorUnit = await convertPaiseDown(tx, paise, currency)
  if (amountMinorUnit <= 0n) return 0n
  const bonus = {
    type: 'BONUS' as const,
    amountMinorUnit,
    idempotencyKey: `plan-change-${changeId}`,
    description: 'Credit for the unused part of your previous plan',
    referenceType: 'SUBSCRIPTION' as const,
    referenceId: row.id,
  }
  await moveMoney(tx, row.vendor_id, [bonus], now)
  return amountMinorUnit
}
