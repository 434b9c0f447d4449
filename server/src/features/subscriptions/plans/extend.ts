import { cycleFrom, inSeconds, nextAnniversary, type Period } from '../../../domain/billing/billing-cycle.ts'
import { DAY_MS } from '../../../domain/durations.ts'
import { CYCLE_PAYABLE_DAYS_BEFORE } from '../../../domain/limits.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { dropOpenInvoice } from '../../invoices/draft.ts'
import { issueInvoice } from '../../invoices/issue.ts'
import { notify } from '../../notifications/notify.ts'
import type { Subscription } from '../lifecycle/current.ts'
import { type GraceDeps, saveSubscription, stateOf } from '../lifecycle/save-subscription.ts'
import * as sql from '../sql.ts'
import { type EffectDeps, type Payment, planLine } from './effects.ts'
import { PLAN_CURRENCY } from './prices.ts'

/**
 * A payment for the next cycle, made at `at`: the gateway's own charge or an order of ours. A frozen subscription is open
 * at once. A cycle that has begun starts the count of conversations afresh, once for each payment; one that was paid
 * ahead extends the current one, and its own start and count come with the clock (see `current.ts`).
 */
export async function extend(
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
  await sql.deleteFailures(tx, row.vendor_id, row.id, settledBefore(at))
  const change = {
    ...(period.start > now ? { billing_cycle_end: later(period.end, row.billing_cycle_end) } : begin(row, period, now)),
    past_due_at: await sql.firstFailure(tx, row.vendor_id, row.id),
    last_paid_at: row.last_paid_at && row.last_paid_at > at ? row.last_paid_at : at,
  }
  await saveSubscription(tx, deps, row, change, now)
  // A bill from before a long freeze is not the one that is paid.
  if (period.start >= cycleFrom(row.billing_cycle_end, row.cycle).end) await dropOpenInvoice(tx, row.vendor_id, row.id)
  const { invoiceNumber } = await issueInvoice(
    tx,
    deps,
    row.vendor_id,
    {
      type: 'SUBSCRIPTION',
      baseMinorUnit: row.cycle_amount_paise,
      gstMinorUnit: paid.gstMinorUnit,
      currency: PLAN_CURRENCY,
      description: planLine(row.plan, period),
      gatewayPaymentId,
      subscriptionId: row.id,
      periodStart: period.start,
      periodEnd: period.end,
    },
    now,
  )
  const said = { plan: row.plan, paidUntil: period.end.toISOString() }
  const notice = wasFrozen
    ? ({ kind: 'SUBSCRIPTION_UNFROZEN', ...said } as const)
    : ({ kind: 'SUBSCRIPTION_RENEWED', ...said, invoiceNumber } as const)
  await notify(tx, row.vendor_id, notice, `subscription-${gatewayPaymentId}`, now)
}

/** One that comes late, after the cycle behind it, fills its gap. */
function begin(row: Subscription, period: Period, now: Date) {
  const isNewest = period.end > row.billing_cycle_end
  const start = isNewest ? period.start : row.billing_cycle_start
  return {
    billing_cycle_start: start,
    billing_cycle_end: later(period.end, row.billing_cycle_end),
    conversations_used: 0n,
    cap_reset_date: nextAnniversary(start, now),
  }
}

const later = (a: Date, b: Date) => (a > b ? a : b)

/** The cycle that the gateway names, unless it is paid for already: money that was taken buys the next one then. */
async function paidCycle(
  tx: Tx,
  deps: GraceDeps,
  row: Subscription,
  { cycleStart, at }: { cycleStart?: Date | undefined; at: Date },
) {
  const isFree = cycleStart && !(await sql.isPaidFor(tx, row.vendor_id, row.id, cycleStart))
  return isFree ? cycleFrom(cycleStart, row.cycle) : dueCycle(row, deps, at)
}

/**
 * The cycle that is to be paid next. It follows the last one without a gap, for grace is full service; but nobody pays
 * for time in which the subscription was frozen.
 */
export function dueCycle(row: Subscription, deps: GraceDeps, at: Date) {
  const isFrozen = stateOf(row, deps, at).status === 'FROZEN'
  return cycleFrom(isFrozen && at > row.billing_cycle_end ? inSeconds(at) : row.billing_cycle_end, row.cycle)
}

/** Of two events in the same second the later to arrive is the later. */
const settledBefore = (at: Date) => new Date(inSeconds(at).getTime() + 1_000)

export const payableFrom = (row: Subscription) =>
  new Date(row.billing_cycle_end.getTime() - CYCLE_PAYABLE_DAYS_BEFORE * DAY_MS)
