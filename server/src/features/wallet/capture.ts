import type { VendorId } from '../../domain/ids.ts'
import type { Tx } from '../../platform/db/db.ts'
import * as sql from './sql.ts'

/**
 * Uses up money that campaigns hold: it goes from open to captured. Unlike a movement it has no key of its own; the
 * caller's compare-and-set in the same transaction decides that a message is captured once.
 */
export async function capture(tx: Tx, vendorId: VendorId, captures: readonly sql.Capture[], now: Date) {
  if (captures.length > 0) await sql.captureHolds(tx, vendorId, captures, now)
}
