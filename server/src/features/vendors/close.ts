import type { VendorId } from '../../domain/ids.ts'
import type { Tx } from '../../platform/db/db.ts'
import * as sql from './sql.ts'

/** On its way out: it may look, and neither send nor pay. */
export const suspendVendor = (tx: Tx, vendorId: VendorId, now: Date) => sql.setStatus(tx, vendorId, 'SUSPENDED', now)

/** Its people and keys open nothing any more. */
export const closeVendor = (tx: Tx, vendorId: VendorId, now: Date) => sql.setStatus(tx, vendorId, 'CLOSED', now)
