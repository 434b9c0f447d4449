import type { VendorId } from '../../domain/ids.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import * as sql from './sql.ts'

/** On its way out: it may look, and neither send nor pay. */
export const suspendVendor = (tx: Tx, vendorId: VendorId, now: Date) => sql.setStatus(tx, vendorId, 'SUSPENDED', now)

/** Its administrators read its books, and nobody does anything else. */
export const closeVendor = (tx: Tx, vendorId: VendorId, now: Date) => sql.setStatus(tx, vendorId, 'CLOSED', now)

/**
 * Whether it is closed or about to be: its wallet is emptied, and takes nothing in any more. Whoever has to be sure holds
 * the wallet's lock, which the closing holds too.
 */
export const hasLeft = async (db: Db, vendorId: VendorId) => (await sql.findVendor(db, vendorId)).status !== 'ACTIVE'
