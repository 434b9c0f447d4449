import type { VendorId } from '../../domain/ids.ts'
import type { Tx } from '../../platform/db/db.ts'
import * as sql from './opt-out.sql.ts'
import type { OptOutReason } from './tables.ts'

/** Nobody writes to this number for the vendor any more, whether it is a contact now, later or never. */
export const optOut = (tx: Tx, vendorId: VendorId, mobileHash: Buffer, reason: OptOutReason, now: Date) =>
  sql.insertOptOut(tx, vendorId, mobileHash, reason, now)

/** A START undoes a STOP and nothing else. */
export const optIn = (tx: Tx, vendorId: VendorId, mobileHash: Buffer) => sql.deleteStop(tx, vendorId, mobileHash)
