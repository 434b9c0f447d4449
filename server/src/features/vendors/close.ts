import type { VendorId } from '../../domain/ids.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
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
