import { DAY_MS } from '../../domain/durations.ts'
import type { VendorId } from '../../domain/ids.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import * as crossVendor from './cross-vendor.sql.ts'
import * as sql from './sql.ts'

/** While its account is being closed, a vendor can read, but neither send nor pay. This ends a suspension. */
export const startClosing = (tx: Tx, vendorId: VendorId, now: Date) => sql.setStatus(tx, vendorId, 'CLOSING', now)

/** The administrators of a closed vendor can read its books and do nothing else. */
export const closeVendor = (tx: Tx, vendorId: VendorId, now: Date) => sql.setStatus(tx, vendorId, 'CLOSED', now)

/**
 * Whether the vendor is closed or being closed: its wallet has been emptied and accepts no more money. For a decision
 * based on it, hold the wallet's lock, which closing takes too.
 */
export async function isClosedOrClosing(db: Db, vendorId: VendorId) {
  const { status } = await sql.findVendor(db, vendorId)
  return status === 'CLOSING' || status === 'CLOSED'
}

export const listToErase = (db: Db, closedBefore: Date, limit: number) =>
  crossVendor.listToErase(db, closedBefore, limit)

export const listErasedWithMembers = (db: Db, limit: number) => crossVendor.listErasedWithMembers(db, limit)

/** The closed vendor, locked, or undefined when another process has destroyed its data key meanwhile. */
export async function lockToDestroy(tx: Tx, vendorId: VendorId) {
  const vendor = await sql.lockVendor(tx, vendorId)
  if (vendor.status !== 'CLOSED' || vendor.data_destroyed_at) return undefined
  return { closedAt: vendor.closed_at ?? vendor.updated_at }
}

export const markDestroyed = (tx: Tx, vendorId: VendorId, now: Date) =>
  sql.updateVendor(tx, vendorId, { data_destroyed_at: now })

export const markErased = (tx: Tx, vendorId: VendorId, now: Date) =>
  sql.updateVendor(tx, vendorId, { data_erased_at: now })

/** When a closed vendor's data key is destroyed, and when it was. */
export async function readDataDestruction(db: Db, vendorId: VendorId, retentionDays: number) {
  const { status, closed_at, updated_at, data_destroyed_at: destroyedAt } = await sql.findVendor(db, vendorId)
  return {
    isClosed: status === 'CLOSED',
    dueAt: new Date((closed_at ?? updated_at).getTime() + retentionDays * DAY_MS),
    destroyedAt,
  }
}
