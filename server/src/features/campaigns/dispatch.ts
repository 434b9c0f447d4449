import type { VendorId } from '../../domain/ids.ts'
import type { Db } from '../../platform/db/db.ts'
import * as sql from './dispatch.sql.ts'

/** The ids of those that run, as a part of the statement that claims their messages. */
export const runningShared = (vendorId: VendorId, ids: readonly string[]) => sql.runningShared(vendorId, ids)

export type CampaignContent = sql.CampaignContent

export async function contentsOf(
  db: Db,
  vendorId: VendorId,
  ids: readonly string[],
): Promise<Map<string, CampaignContent>> {
  const rows = ids.length === 0 ? [] : await sql.findContents(db, vendorId, ids)
  return new Map(rows.map(({ id, ...content }) => [id, content]))
}

/** Running campaigns of so many vendors, in the order of the vendors' ids, behind the one named. */
export const walkRunning = (db: Db, afterVendor: VendorId | undefined, vendorsMax: number) =>
  sql.walkRunning(db, afterVendor, vendorsMax)
