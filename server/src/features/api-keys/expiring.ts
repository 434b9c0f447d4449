import { DAY_MS } from '../../domain/durations.ts'
import { API_KEY_EXPIRY_NOTICE_DAYS } from '../../domain/limits.ts'
import type { Tx } from '../../platform/db/db.ts'
import * as crossVendor from './cross-vendor.sql.ts'
import * as sql from './sql.ts'

/** Takes some of the keys that expire soon. Each is returned once, if the transaction commits. */
export async function takeExpiringKeys(tx: Tx, now: Date, limit: number) {
  const until = new Date(now.getTime() + API_KEY_EXPIRY_NOTICE_DAYS * DAY_MS)
  const keys = await crossVendor.lockExpiringKeys(tx, now, until, limit)
  for (const { vendorId, id } of keys) await sql.markExpiryAnnounced(tx, vendorId, id)
  return keys
}
