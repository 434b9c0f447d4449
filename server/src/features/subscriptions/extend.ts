import { cycleFrom, nextAnniversary } from '../../domain/billing-cycle.ts'
import { DAY_MS } from '../../domain/subscription.ts'
import type { Tx } from '../../platform/db/db.ts'
import { issueInvoice } from '../invoices/issue.ts'
import { notify } from '../notifications/notify.ts'
import type { Subscription } from './current.ts'
import { type EffectDeps, type Payment, planLine } from './effects.ts'
import { type GraceDeps, keep, stateOf } from './keep.ts'
import { PLAN_CURRENCY } from './prices.ts'
import * as sql from './sql.ts'

/**
 * A payment for the next cycle, made at `at`: the gateway's own charge or an order of ours. The count of conversations
 * begins anew, once for each payment, and a frozen subscription is open at once.
 */
export async function extend(
  tx: Tx,
  deps: EffectDeps,
  row: Subscription,
  paid: Payment & { gstMinorUnit: bigint; at: Date },
  now: Date,
) {
  const { gatewayPaymentId, at } = paid
  const period = dueCycle(row, deps, at)
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
    billing_cycle_start: period.start,
    billing_cycle_end: period.end,
    conversations_used: 0n,
    cap_reset_date: nextAnniversary(period.start, now),
    past_due_at: await sql.firstFailure(tx, row.vendor_id, row.id),
    last_paid_at: row.last_paid_at && row.last_paid_at > at ? row.last_paid_at : at,
  }
  await keep(tx, deps, row, change, now)
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

/**
 * The cycle that is to be paid next. It follows the last one without a gap, for grace is full service; but nobody pays
 * for time in which the subscription was frozen.
 */
export function dueCycle(row: Subscription, deps: GraceDeps, at: Date) {
  const isFrozen = stateOf(row, deps, at).status === 'FROZEN'
  return cycleFrom(isFrozen && at > row.billing_cycle_end ? at : row.billing_cycle_end, row.cycle)
}

const SECOND_MS = 1_000
/** The gateway tells time in seconds: of two events in the same second the later to arrive is the later. */
export const inSeconds = (at: Date) => new Date(Math.floor(at.getTime() / SECOND_MS) * SECOND_MS)
const settledBefore = (at: Date) => new Date(inSeconds(at).getTime() + SECOND_MS)

/** From a week before its end a cycle can be paid for. */
export const PAYABLE_DAYS_AHEAD = 7
export const payableFrom = (row: Subscription) =>
  new Date(row.billing_cycle_end.getTime() - PAYABLE_DAYS_AHEAD * DAY_MS)
