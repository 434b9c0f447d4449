import { nextAnniversary } from '../../../domain/billing/billing-cycle.ts'
import type { VendorId } from '../../../domain/ids.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import { AppError } from '../../../platform/errors.ts'
import { findCurrentCycleStart } from '../cycles.sql.ts'
import * as sql from '../sql.ts'
import { closeEnded } from './end.ts'
import { type GraceDeps, stateOf } from './save-subscription.ts'

export type Subscription = sql.SubscriptionRow

/** The subscription as of `now`: the conversation count restarts at each monthly anniversary. */
export const readSubscription = async (db: Db, vendorId: VendorId, now: Date): Promise<Subscription | undefined> => {
  const row = await sql.findLatest(db, vendorId)
  return row && applyElapsedCycles(db, row, now)
}

/** Like readSubscription, with a row lock. In the lock order it comes after the wallet. */
export async function lockSubscription(tx: Tx, vendorId: VendorId, now: Date): Promise<Subscription | undefined> {
  const row = await sql.lockLatest(tx, vendorId)
  return row && applyElapsedCycles(tx, row, now)
}

/** A cycle paid in advance begins at the instant when the count restarts, so no query is needed before it. */
export async function applyElapsedCycles(db: Db, row: Subscription, now: Date): Promise<Subscription> {
  if (now < row.cap_reset_date) return row
  const newStart = await findCurrentCycleStart(db, row.vendor_id, row.id, now)
  const start = newStart && newStart > row.billing_cycle_start ? newStart : row.billing_cycle_start
  return {
    ...row,
    billing_cycle_start: start,
    conversations_used: 0n,
    cap_reset_date: nextAnniversary(start, now),
  }
}

/** Closes a subscription that has ended by the clock, so that a new one can be created. */
export async function lockLiveSubscription(tx: Tx, deps: GraceDeps, vendorId: VendorId, now: Date) {
  const row = await lockSubscription(tx, vendorId, now)
  if (!row || row.status === 'CANCELLED') return undefined
  if (stateOf(row, deps, now).status !== 'CANCELLED') return row
  await closeEnded(tx, deps, row, now)
  return undefined
}

export const maySend = async (db: Db, deps: GraceDeps, vendorId: VendorId, now: Date): Promise<boolean> =>
  (await refusalOf(db, deps, vendorId, now)) === undefined

/** Throws unless the vendor may send now. Inbound messages are received regardless. */
export const assertMaySend = (db: Db, deps: GraceDeps, vendorId: VendorId, now: Date) =>
  assertHasPlan(db, deps, vendorId, now, {
    VENDOR_SUSPENDED: 'Your account is suspended, so no messages are sent. Contact support.',
    SUBSCRIPTION_REQUIRED: 'Choose a plan before you send messages.',
    SUBSCRIPTION_FROZEN: 'Your plan is unpaid. Pay it to resume sending immediately.',
  })

type Refusal = 'VENDOR_SUSPENDED' | 'SUBSCRIPTION_REQUIRED' | 'SUBSCRIPTION_FROZEN'

/**
 * Throws, with the caller's detail, unless the vendor has a plan that is paid, on trial or in its grace period, and is
 * not suspended.
 */
export async function assertHasPlan(
  db: Db,
  deps: GraceDeps,
  vendorId: VendorId,
  now: Date,
  details: Record<Refusal, string>,
) {
  const refusal = await refusalOf(db, deps, vendorId, now)
  if (refusal) throw new AppError(refusal, { detail: details[refusal] })
}

async function refusalOf(db: Db, deps: GraceDeps, vendorId: VendorId, now: Date): Promise<Refusal | undefined> {
  const { isSuspended, subscription } = (await sql.findSendingState(db, vendorId)) ?? {}
  if (isSuspended) return 'VENDOR_SUSPENDED'
  const status = subscription && stateOf(subscription, deps, now).status
  if (!status || status === 'CANCELLED') return 'SUBSCRIPTION_REQUIRED'
  return status === 'FROZEN' ? 'SUBSCRIPTION_FROZEN' : undefined
}
