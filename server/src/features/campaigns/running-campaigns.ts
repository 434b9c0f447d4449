import type { VendorId } from '../../domain/ids.ts'
import type { Db } from '../../platform/db/db.ts'
import * as crossVendor from './cross-vendor.sql.ts'
import * as sql from './running-campaigns.sql.ts'

/** Selects and locks the running campaigns among `ids`. It is part of the statement that claims their messages. */
export const runningCampaignsForShare = sql.runningCampaignsForShare

export type CampaignContent = sql.CampaignContent

export async function readCampaignContents(
  db: Db,
  vendorId: VendorId,
  ids: readonly string[],
): Promise<Map<string, CampaignContent>> {
  const rows = ids.length === 0 ? [] : await sql.findContents(db, vendorId, ids)
  return new Map(rows.map(({ id, ...content }) => [id, content]))
}

/** Running campaigns of the next `vendorsMax` vendors after `afterVendor`, in the order of the vendors' ids. */
export const listRunningByVendor = crossVendor.listRunningByVendor

/** The operations that launched these campaigns, where they were traced. */
export const readTraceparents = async (db: Db, vendorId: VendorId, ids: readonly string[]): Promise<string[]> =>
  (await sql.findTraceparents(db, vendorId, ids)).flatMap(({ traceparent }) => traceparent ?? [])
