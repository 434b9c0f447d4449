import {
  cycleFrom,
  inSeconds,
  lastAnniversary,
  nextAnniversary,
  type Period,
} from '../../../domain/billing/billing-cycle.ts'
import { DAY_MS } from '../../../domain/durations.ts'
import { CYCLE_PAYABLE_DAYS_BEFORE } from '../../../domain/limits.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { voidOpenInvoice } from '../../invoices/draft.ts'
import { issueInvoice } from '../../invoices/issue.ts'
import { notify } from '../../notifications/notify.ts'
import { applyElapsedCycles, type Subscription } from '../lifecycle/current.ts'
import { type GraceDeps, saveSubscription, stateOf } from '../lifecycle/save-subscription.ts'
import * as sql from '../sql.ts'
import { type EffectDeps, type Payment, planDescription } from './effects.ts'
import { PLAN_CURRENCY } from './prices.ts'

/**
 * Applies a payment for the next cycle, made at `at` by the gateway's charge or our own order. A frozen subscription
 * becomes active at once. The conversation count restarts when the cycle begins, not when it is paid: a cycle paid in
 * advance extends the current one, and its start and count follow with the clock (see `current.ts`).
 */
export async function extendSubscription(
  tx: Tx,
  deps: EffectDeps,
  row: Subscription,
  paid: Payment & { gstMinorUnit: bigint; at: Date; cycleStart?: Date | undefined },
  now: Date,
) {
  const { gatewayPaymentId, at } = paid
  const period = await paidCycle(tx, deps, row, paid)
  const isNew = await sql.insertCycle(tx, row.vendor_id, {
    subscription_id: row.id,
    payment_id: gatewayPaymentId,
    period_start: period.start,
    period_end: period.end,
    worth_paise: row.cycle_amount_paise,
    created_at: now,
  })
  if (!isNew) return
  const wasFrozen = stateOf(row, deps, now).status === 'FROZEN'
  const current = await applyElapsedCycles(tx, row, now)
  await sql.deleteFailures(tx, row.vendor_id, row.id, failuresSettledUntil(at))
  const change = {
    ...(period.start > now
      ? { billing_cycle_end: later(period.end, row.billing_cycle_end) }
      : startedCycle(current, period, now)),
    past_due_at: await sql.firstFailure(tx, row.vendor_id, row.id),
    last_paid_at: row.last_paid_at && row.last_paid_at > at ? row.last_paid_at : at,
  }
  await saveSubscription(tx, deps, row, change, now)
  // An invoice drafted before a long freeze is not the one being paid.
  if (period.start >= cycleFrom(row.billing_cycle_end, row.cycle).end) await voidOpenInvoice(tx, row.vendor_id, row.id)
  const { invoiceNumber } = await issueInvoice(
    tx,
    deps,
    row.vendor_id,
    {
      type: 'SUBSCRIPTION',
      baseMinorUnit: row.cycle_amount_paise,
      gstMinorUnit: paid.gstMinorUnit,
      currency: PLAN_CURRENCY,
      description: planDescription(row.plan, period),
      gatewayPaymentId,
      subscriptionId: row.id,
      periodStart: period.start,
      periodEnd: period.end,
    },
    now,
  )
  const figures = { plan: row.plan, paidUntil: period.end.toISOString() }
  const notice = wasFrozen
    ? ({ kind: 'SUBSCRIPTION_UNFROZEN', ...figures } as const)
    : ({ kind: 'SUBSCRIPTION_RENEWED', ...figures, invoiceNumber } as const)
  await notify(tx, row.vendor_id, notice, `subscription-${gatewayPaymentId}`, now)
}

/**
 * A late payment for an earlier cycle fills its gap. The count restarted when the cycle began, so conversations of the
 * grace period, or from before a late webhook, count towards it.
 */
function startedCycle(row: Subscription, period: Period, now: Date) {
  const isNewest = period.end > row.billing_cycle_end
  const start = isNewest ? period.start : row.billing_cycle_start
  return {
    billing_cycle_start: start,
    billing_cycle_end: later(period.end, row.billing_cycle_end),
    conversations_used: period.start > lastAnniversary(row.billing_cycle_start, now) ? 0n : row.conversations_used,
    cap_reset_date: nextAnniversary(start, now),
  }
}

const later = (a: Date, b: Date) => (a > b ? a : b)

/** The cycle that the gateway names; if that one is already paid, the next due cycle. */
async function paidCycle(
  tx: Tx,
  deps: GraceDeps,
  row: Subscription,
  { cycleStart, at }: { cycleStart?: Date | undefined; at: Date },
) {
  const isFree = cycleStart && !(await sql.isCyclePaid(tx, row.vendor_id, row.id, cycleStart))
  return isFree ? cycleFrom(cycleStart, row.cycle) : dueCycle(row, deps, at)
}

/**
 * The next cycle to pay. It follows the last one without a gap, because grace is full service, but frozen time is not
 * billed.
 */
export function dueCycle(row: Subscription, deps: GraceDeps, at: Date) {
  const isFrozen = stateOf(row, deps, at).status === 'FROZEN'
  return cycleFrom(isFrozen && at > row.billing_cycle_end ? inSeconds(at) : row.billing_cycle_end, row.cycle)
}

/** Of two events in the same second, the one that arrives later counts as later. */
const failuresSettledUntil = (at: Date) => new Date(inSeconds(at).getTime() + 1_000)

export const payableFrom = (row: Subscription) =>
  new Date(row.billing_cycle_end.getTime() - CYCLE_PAYABLE_DAYS_BEFORE * DAY_MS)
