import { nextAnniversary } from '../../../domain/billing/billing-cycle.ts'
import type { VendorId } from '../../../domain/ids.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import { AppError } from '../../../platform/errors.ts'
import { findCurrentStart } from '../cycles.sql.ts'
import * as sql from '../sql.ts'
import { closeEnded } from './end.ts'
import { type GraceDeps, stateOf } from './save-subscription.ts'

export type Subscription = sql.SubscriptionRow

/** As the clock has made it: each monthly anniversary starts the count of conversations afresh. */
export const readSubscription = async (db: Db, vendorId: VendorId, now: Date): Promise<Subscription | undefined> => {
  const row = await sql.findLatest(db, vendorId)
  return row && asOf(db, row, now)
}

/** The same, with whoever else would change it waiting. In the order of locks it comes after the wallet. */
export async function lockSubscription(tx: Tx, vendorId: VendorId, now: Date): Promise<Subscription | undefined> {
  const row = await sql.lockLatest(tx, vendorId)
  return row && asOf(tx, row, now)
}

/** A cycle that was paid ahead begins in the instant in which the count starts afresh, so nothing is asked before it. */
async function asOf(db: Db, row: Subscription, now: Date): Promise<Subscription> {
  if (now < row.cap_reset_date) return row
  const begun = await findCurrentStart(db, row.vendor_id, row.id, now)
  const start = begun && begun > row.billing_cycle_start ? begun : row.billing_cycle_start
  return {
    ...row,
    billing_cycle_start: start,
    conversations_used: 0n,
    cap_reset_date: nextAnniversary(start, now),
  }
}

/** One that has ended by the clock is ended in the books, so that the next one finds its place. */
export async function lockLive(tx: Tx, deps: GraceDeps, vendorId: VendorId, now: Date) {
  const row = await lockSubscription(tx, vendorId, now)
  if (!row || row.status === 'CANCELLED') return undefined
  if (stateOf(row, deps, now).status !== 'CANCELLED') return row
  await closeEnded(tx, deps, row, now)
  return undefined
}

export const maySend = async (db: Db, deps: GraceDeps, vendorId: VendorId, now: Date): Promise<boolean> =>
  (await refusalOf(db, deps, vendorId, now)) === undefined

/** Refuses who may not send now. Inbound messages are received all the same. */
export const assertMaySend = (db: Db, deps: GraceDeps, vendorId: VendorId, now: Date) =>
  assertHasPlan(db, deps, vendorId, now, {
    SUBSCRIPTION_REQUIRED: 'Choose a plan before you send messages.',
    SUBSCRIPTION_FROZEN: 'Your plan is unpaid. Pay it to resume sending immediately.',
  })

/** Refuses who has no plan that is paid, on trial or in its days of grace, with a sentence of the caller's. */
export async function assertHasPlan(
  db: Db,
  deps: GraceDeps,
  vendorId: VendorId,
  now: Date,
  details: Record<'SUBSCRIPTION_REQUIRED' | 'SUBSCRIPTION_FROZEN', string>,
) {
  const refusal = await refusalOf(db, deps, vendorId, now)
  if (refusal) throw new AppError(refusal, { detail: details[refusal] })
}

async function refusalOf(db: Db, deps: GraceDeps, vendorId: VendorId, now: Date) {
  const row = await sql.findSubscriptionState(db, vendorId)
  const status = row && stateOf(row, deps, now).status
  if (!status || status === 'CANCELLED') return 'SUBSCRIPTION_REQUIRED'
  return status === 'FROZEN' ? 'SUBSCRIPTION_FROZEN' : undefined
}
