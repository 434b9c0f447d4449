import type { VendorId } from '../../domain/ids.ts'
import type { Tx } from '../../platform/db/db.ts'
import * as sql from './sql.ts'

/**
 * Moves held money from open to captured. A capture has no idempotency key of its own: the caller's compare-and-set in
 * the same transaction ensures that each message is captured once.
 */
export async function capture(tx: Tx, vendorId: VendorId, captures: readonly sql.Capture[], now: Date) {
  if (captures.length > 0) await sql.captureHolds(tx, vendorId, captures, now)
}
