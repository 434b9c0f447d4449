import { nextAnniversary } from '../../domain/billing-cycle.ts'
import type { VendorId } from '../../domain/ids.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { closeEnded } from './end.ts'
import { type GraceDeps, stateOf } from './keep.ts'
import * as sql from './sql.ts'

export type Subscription = sql.SubscriptionRow

/** As the clock has made it: each monthly anniversary starts the count of conversations afresh. */
export const readSubscription = async (db: Db, vendorId: VendorId, now: Date): Promise<Subscription | undefined> => {
  const row = await sql.findLatest(db, vendorId)
  return row && { ...row, ...resetDue(row, now) }
}

/** The same, with whoever else would change it waiting. In the order of locks it comes after the wallet. */
export async function lockSubscription(tx: Tx, vendorId: VendorId, now: Date): Promise<Subscription | undefined> {
  const row = await sql.lockLatest(tx, vendorId)
  return row && { ...row, ...resetDue(row, now) }
}

function resetDue(row: Subscription, now: Date) {
  if (now < row.cap_reset_date) return {}
  return { conversations_used: 0n, cap_reset_date: nextAnniversary(row.billing_cycle_start, now) }
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
export async function assertMaySend(db: Db, deps: GraceDeps, vendorId: VendorId, now: Date) {
  const refusal = await refusalOf(db, deps, vendorId, now)
  if (refusal === 'SUBSCRIPTION_REQUIRED')
    throw new AppError(refusal, { detail: 'Choose a plan before you send messages.' })
  if (refusal === 'SUBSCRIPTION_FROZEN')
    throw new AppError(refusal, { detail: 'Your plan is unpaid: pay it and sending works again at once.' })
}

async function refusalOf(db: Db, deps: GraceDeps, vendorId: VendorId, now: Date) {
  const row = await sql.findStanding(db, vendorId)
  const status = row && stateOf(row, deps, now).status
  if (!status || status === 'CANCELLED') return 'SUBSCRIPTION_REQUIRED'
  return status === 'FROZEN' ? 'SUBSCRIPTION_FROZEN' : undefined
}
