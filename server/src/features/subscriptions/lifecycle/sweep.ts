import { assertNever } from '../../../domain/assert.ts'
import { type Step, servedUntil, stepsDue } from '../../../domain/billing/subscription.ts'
import { SUBSCRIPTIONS_PER_SWEEP_MAX } from '../../../domain/limits.ts'
import { toJsonInteger } from '../../../domain/money/money.ts'
import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { draftInvoice, markOverdue } from '../../invoices/draft.ts'
import { quoteGst } from '../../invoices/tax.ts'
import { notify } from '../../notifications/notify.ts'
import * as crossVendor from '../cross-vendor.sql.ts'
import { planDescription } from '../plans/effects.ts'
import { dueCycle } from '../plans/extend.ts'
import { PLAN_CURRENCY } from '../plans/prices.ts'
import * as sql from '../sql.ts'
import type { Subscription } from './current.ts'
import { closeEnded } from './end.ts'
import { graceOf, saveSweptSubscription, stateOf, storedSubscription } from './save-subscription.ts'

/**
 * Runs the side effects that depend on time: draft invoices, overdue invoices, reminders, ended plans. The status
 * itself is computed on read. Every step is idempotent (a notice has its cause, an invoice its period), so any number
 * of workers may sweep, even with differing clocks.
 */
export async function sweepSubscriptions(deps: Deps) {
  const now = deps.clock.now()
  for (const { vendorId, id } of await crossVendor.findDue(deps.db, now, SUBSCRIPTIONS_PER_SWEEP_MAX))
    await inTransaction(
      deps.db,
      async (tx) => sweepOne(tx, deps, await sql.lockSubscription(tx, vendorId, id), now),
      // One failing subscription must not delay the others.
    ).catch((err: unknown) =>
      deps.log.error({ event: 'subscriptions.sweep_failed', vendorId, subscriptionId: id, err }),
    )
}

async function sweepOne(tx: Tx, deps: Deps, row: Subscription, now: Date) {
  if (row.status === 'CANCELLED') return
  for (const step of stepsDue(storedSubscription(row), now, graceOf(deps))) await runStep(tx, deps, step, row, now)
  await saveSweptSubscription(tx, deps, row, now)
}

async function runStep(tx: Tx, deps: Deps, step: Step, row: Subscription, now: Date) {
  switch (step) {
    case 'DRAFT_INVOICE':
      return draftDueInvoice(tx, deps, row, now)
    case 'MARK_OVERDUE':
      return markOverdue(tx, row.vendor_id, row.id)
    case 'TELL_FAILED':
    case 'REMIND_WINDOW':
    case 'REMIND_LAST_DAY':
    case 'FREEZE':
      return notifyVendor(tx, deps, step, row, now)
    case 'END':
      return closeEnded(tx, deps, row, now)
    default:
      return assertNever(step)
  }
}

async function draftDueInvoice(tx: Tx, deps: Deps, row: Subscription, now: Date) {
  const period = dueCycle(row, deps, row.billing_cycle_end)
  const bill = {
    type: 'SUBSCRIPTION' as const,
    baseMinorUnit: row.cycle_amount_paise,
    currency: PLAN_CURRENCY,
    description: planDescription(row.plan, period),
    subscriptionId: row.id,
    periodStart: period.start,
    periodEnd: period.end,
    dueDate: row.billing_cycle_end,
  }
  await draftInvoice(tx, deps, row.vendor_id, bill, now)
}

async function notifyVendor(
  tx: Tx,
  deps: Deps,
  step: 'TELL_FAILED' | 'REMIND_WINDOW' | 'REMIND_LAST_DAY' | 'FREEZE',
  row: Subscription,
  now: Date,
) {
  const { pastDueAt, graceDay } = stateOf(row, deps, now)
  const { totalMinorUnit } = await quoteGst(deps, tx, row.vendor_id, row.cycle_amount_paise)
  const due = { plan: row.plan, amountMinorUnit: toJsonInteger(totalMinorUnit), currency: PLAN_CURRENCY }
  const frozenFrom = servedUntil(storedSubscription(row), graceOf(deps)).toISOString()
  const notice =
    step === 'FREEZE'
      ? ({ kind: 'SUBSCRIPTION_FROZEN', ...due } as const)
      : step === 'TELL_FAILED'
        ? ({ kind: 'PAYMENT_FAILED', ...due, frozenFrom } as const)
        : ({ kind: 'PAYMENT_REMINDER', ...due, frozenFrom, day: graceDay ?? 1 } as const)
  // The cause contains the due cycle, so that a Day 1 that moves when an earlier event arrives late repeats no notice.
  const cause = `${step.toLowerCase()}-${row.id}-${row.billing_cycle_end.toISOString()}`
  if (pastDueAt) await notify(tx, row.vendor_id, notice, cause, now)
}
