import type { VendorId } from '../../../domain/ids.ts'
import type { Db } from '../../../platform/db/db.ts'
import * as sql from './backlog.sql.ts'

/** How many messages of these campaigns wait, by vendor. Beyond `max` of a campaign nobody counts. */
export async function backlogOf(
  db: Db,
  campaigns: readonly { vendorId: VendorId; campaignId: string }[],
  max: number,
): Promise<Map<VendorId, number>> {
  const rows = campaigns.length === 0 ? [] : await sql.countQueued(db, campaigns, max)
  return new Map(rows.map(({ vendorId, count }) => [vendorId, count]))
}
