import type { VendorId } from '../../../domain/ids.ts'
import type { Db } from '../../../platform/db/db.ts'
import * as sql from './backlog.cross-vendor.sql.ts'

/** Queued messages of these campaigns by vendor. At most `max` are counted for each campaign. */
export async function countBacklog(
  db: Db,
  campaigns: readonly { vendorId: VendorId; campaignId: string }[],
  max: number,
): Promise<Map<VendorId, number>> {
  const rows = campaigns.length === 0 ? [] : await sql.countQueued(db, campaigns, max)
  return new Map(rows.map(({ vendorId, count }) => [vendorId, count]))
}
