import type { Grace } from '../../../domain/billing/grace-period.ts'
import {
  nextStepAt,
  type StoredSubscription,
  servedUntil,
  stateAt,
  stepsDue,
} from '../../../domain/billing/subscription.ts'
import type { VendorId } from '../../../domain/ids.ts'
import type { Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { newId } from '../../../platform/ids.ts'
import { setMessaging } from '../../vendors/messaging.ts'
import * as sql from '../sql.ts'

type GraceSettings = Pick<Deps['config'], 'GRACE_WINDOW_DAYS' | 'GRACE_EXTENSION_DAYS'>
export type GraceDeps = { config: GraceSettings }

export const graceOf = ({ config }: GraceDeps): Grace => ({
  windowDays: config.GRACE_WINDOW_DAYS,
  extensionDays: config.GRACE_EXTENSION_DAYS,
})

export const storedSubscription = (row: sql.SubscriptionStateRow): StoredSubscription => ({
  cycleEnd: row.billing_cycle_end,
  pastDueAt: row.past_due_at,
  cancelAtCycleEnd: row.cancel_at_cycle_end,
  cancelledAt: row.cancelled_at,
  trialUntil: row.trial_until,
})

export const stateOf = (row: sql.SubscriptionStateRow, deps: GraceDeps, now: Date) =>
  stateAt(storedSubscription(row), now, graceOf(deps))

const INITIAL_STATE = { past_due_at: null, cancel_at_cycle_end: false, cancelled_at: null } as const

/**
 * Undefined when the vendor already has a live subscription. The conversations that campaigns have reserved under the
 * one before are part of the new one, so that its cap includes them. The caller holds the wallet's lock, under which
 * campaigns reserve and settle.
 */
export async function openSubscription(
  tx: Tx,
  deps: GraceDeps,
  vendorId: VendorId,
  terms: Omit<
    sql.NewSubscription,
    | 'id'
    | 'status'
    | 'trial_until'
    | 'conversations_reserved'
    | 'created_at'
    | 'updated_at'
    | keyof typeof INITIAL_STATE
  > & {
    billing_cycle_end: Date
    trial_until: Date | null
  },
  now: Date,
) {
  const before = await sql.findLatest(tx, vendorId)
  const row = { ...terms, ...INITIAL_STATE, conversations_reserved: before?.conversations_reserved ?? 0n }
  const opened = { id: newId<'subscription'>(), ...row, ...derivedColumns(row, deps, now), created_at: now }
  const inserted = await sql.insertSubscription(tx, vendorId, opened)
  if (inserted) await updateMessaging(tx, deps, inserted, now)
  return inserted
}

/** Saves a change together with everything derived from it: status, next sweep, and whether the vendor may send. */
export async function saveSubscription(
  tx: Tx,
  deps: GraceDeps,
  row: sql.SubscriptionRow,
  change: sql.SubscriptionChange,
  now: Date,
): Promise<sql.SubscriptionRow> {
  const changed = { ...row, ...change } as sql.SubscriptionRow
  await updateMessaging(tx, deps, changed, now)
  return sql.updateSubscription(tx, row.vendor_id, row.id, { ...change, ...derivedColumns(changed, deps, now) })
}

/** If the change made a step due, the next sweep runs it at once. */
function derivedColumns(row: sql.SubscriptionStateRow, deps: GraceDeps, now: Date) {
  const isAnythingDue = stepsDue(storedSubscription(row), now, graceOf(deps)).length > 0
  const { status, frozenAt, cancelledAt } = stateOf(row, deps, now)
  const next = isAnythingDue ? now : nextStepAt(storedSubscription(row), now, graceOf(deps))
  return {
    status,
    frozen_at: frozenAt,
    cancelled_at: cancelledAt,
    next_step_at: status === 'CANCELLED' ? null : next,
    updated_at: now,
  }
}

/** Schedules the next step after the sweep has done what was due. */
export async function saveSweptSubscription(tx: Tx, deps: GraceDeps, row: sql.SubscriptionRow, now: Date) {
  const { vendor_id: vendorId, id, status } = await saveSubscription(tx, deps, row, {}, now)
  if (status === 'CANCELLED') return
  await sql.updateSubscription(tx, vendorId, id, {
    next_step_at: nextStepAt(storedSubscription(row), now, graceOf(deps)),
  })
}

async function updateMessaging(tx: Tx, deps: GraceDeps, row: sql.SubscriptionRow, now: Date) {
  const enabled = stateOf(row, deps, now).status !== 'CANCELLED'
  await setMessaging(tx, row.vendor_id, { enabled, until: servedUntil(storedSubscription(row), graceOf(deps)) }, now)
}
