import type { VendorId } from '../../../domain/ids.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import { messageRelayWakeups } from '../sending/message-relay-wakeups.ts'
import * as crossVendor from './cross-vendor.sql.ts'
import * as sql from './recipients.sql.ts'

export type RecipientQuery = sql.RecipientQuery
type NewRecipients = sql.NewRecipients

/** Writes a QUEUED message for each selected contact. Returns how many were added by country. */
export async function addRecipients(tx: Tx, vendorId: VendorId, recipients: NewRecipients, from: RecipientQuery) {
  const added = await sql.insertRecipients(tx, vendorId, recipients, from)
  messageRelayWakeups.wakeAfterCommit(tx)
  return byCountry(added)
}

/** Recipients that a campaign has so far, by country. */
export const countRecipients = async (db: Db, vendorId: VendorId, campaignId: string) =>
  byCountry(await sql.countRecipients(db, vendorId, campaignId))

const byCountry = (rows: readonly { countryCode: string; count: number }[]) =>
  new Map(rows.map(({ countryCode, count }) => [countryCode, count]))

/** The hash up to which recipients were added. They are added in the order of their hashes. */
export const lastRecipientHash = (db: Db, vendorId: VendorId, campaignId: string) =>
  sql.findLastRecipientHash(db, vendorId, campaignId)

/** Queued messages of a campaign by country, with their cost. */
export const countQueued = sql.countQueued

/** The caller holds the locks of the wallet and the campaign. The campaign is paused, so no message is claimed. */
export const repriceQueued = sql.repriceQueued

/** Recipients that a campaign failed to reach and a retry may reach. */
export const failedRecipientsQuery = sql.failedRecipientsQuery

/** When the table has this many times the rows that the planner estimates, it chooses plans for small tables. */
const GROWTH_FACTOR_MAX = 10
const ESTIMATED_ROWS_MIN = 100

/** After a bulk insert the planner's statistics are stale, and settlements would get bad plans: runs ANALYZE. */
export async function refreshStatistics(db: Db, rowsAdded: number) {
  const estimated = Math.max(ESTIMATED_ROWS_MIN, await crossVendor.estimatedRows(db))
  if (rowsAdded > estimated * GROWTH_FACTOR_MAX) await crossVendor.analyzeMessages(db)
}
