import { assertNever } from '../../../domain/assert.ts'
import { type Step, servedUntil, stepsDue } from '../../../domain/billing/subscription.ts'
import { SUBSCRIPTIONS_PER_SWEEP_MAX } from '../../../domain/limits.ts'
import { toJsonInteger } from '../../../domain/money/money.ts'
import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { draftInvoice, markOverdue } from '../../invoices/draft.ts'
import { quoteGst } from '../../invoices/tax.ts'
import { notify } from '../../notifications/notify.ts'
import { planLine } from '../plans/effects.ts'
import { dueCycle } from '../plans/extend.ts'
import { PLAN_CURRENCY } from '../plans/prices.ts'
import * as sql from '../sql.ts'
import type { Subscription } from './current.ts'
import { closeEnded } from './end.ts'
import { graceOf, saveSweptSubscription, stateOf, storedSubscription } from './save-subscription.ts'

/**
 * What the clock brings about beside the state itself: drafts, overdue bills, reminders, the books. Every step may be
 * repeated: a notice has its cause, a bill its period. So any number of workers may sweep, also with clocks that differ.
 */
export async function sweepSubscriptions(deps: Deps) {
  const now = deps.clock.now()
  for (const { vendorId, id } of await sql.findDue(deps.db, now, SUBSCRIPTIONS_PER_SWEEP_MAX))
    await inTransaction(
      deps.db,
      async (tx) => sweepOne(tx, deps, await sql.lockSubscription(tx, vendorId, id), now),
      // One that cannot be dealt with now keeps nobody else waiting.
    ).catch((err: unknown) =>
      deps.log.error({ event: 'subscriptions.sweep_failed', vendorId, subscriptionId: id, err }),
    )
}

async function sweepOne(tx: Tx, deps: Deps, row: Subscription, now: Date) {
  if (row.status === 'CANCELLED') return
  for (const step of stepsDue(storedSubscription(row), now, graceOf(deps))) await take(tx, deps, step, row, now)
  await saveSweptSubscription(tx, deps, row, now)
}

async function take(tx: Tx, deps: Deps, step: Step, row: Subscription, now: Date) {
  switch (step) {
    case 'DRAFT_INVOICE':
      return draft(tx, deps, row, now)
    case 'MARK_OVERDUE':
      return markOverdue(tx, row.vendor_id, row.id)
    case 'TELL_FAILED':
    case 'REMIND_WINDOW':
    case 'REMIND_LAST_DAY':
    case 'FREEZE':
      return tell(tx, deps, step, row, now)
    case 'END':
      return closeEnded(tx, deps, row, now)
    default:
      return assertNever(step)
  }
}

async function draft(tx: Tx, deps: Deps, row: Subscription, now: Date) {
  const period = dueCycle(row, deps, row.billing_cycle_end)
  const bill = {
    type: 'SUBSCRIPTION' as const,
    baseMinorUnit: row.cycle_amount_paise,
    currency: PLAN_CURRENCY,
    description: planLine(row.plan, period),
    subscriptionId: row.id,
    periodStart: period.start,
    periodEnd: period.end,
    dueDate: row.billing_cycle_end,
  }
  await draftInvoice(tx, deps, row.vendor_id, bill, now)
}

async function tell(
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
  // The cycle that is due names the cause: a Day 1 that moves, as when an earlier event comes late, tells nothing twice.
  const cause = `${step.toLowerCase()}-${row.id}-${row.billing_cycle_end.toISOString()}`
  if (pastDueAt) await notify(tx, row.vendor_id, notice, cause, now)
}
