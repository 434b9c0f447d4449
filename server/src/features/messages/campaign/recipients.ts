import type { VendorId } from '../../../domain/ids.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import * as sql from './recipients.sql.ts'

export type RecipientQuery = sql.RecipientQuery
export type NewRecipients = sql.NewRecipients

/** Writes a QUEUED message for each of some contacts. Answers how many there are now for each country. */
export async function addRecipients(tx: Tx, vendorId: VendorId, recipients: NewRecipients, from: RecipientQuery) {
  return byCountry(await sql.insertRecipients(tx, vendorId, recipients, from))
}

/** How many recipients a campaign has so far, by country. */
export const countRecipients = async (db: Db, vendorId: VendorId, campaignId: string) =>
  byCountry(await sql.countRecipients(db, vendorId, campaignId))

const byCountry = (rows: readonly { countryCode: string; count: number }[]) =>
  new Map(rows.map(({ countryCode, count }) => [countryCode, count]))

/** The hash up to which recipients were added: they come in the order of their hashes. */
export const lastRecipient = (db: Db, vendorId: VendorId, campaignId: string) =>
  sql.findLastRecipient(db, vendorId, campaignId)

/** What of a campaign has not left, by country, and what it is to cost. */
export const countQueued = sql.countQueued

/** The caller holds wallet and campaign, which is paused: nobody claims any of them meanwhile. */
export const repriceQueued = sql.repriceQueued

/** Whom a campaign did not reach and another one may. */
export const failedQuery = sql.failedQuery

/** Behind so many rows that the planner knows nothing of, it would choose plans for a handful. */
const UNKNOWN_FACTOR_MAX = 10
const UNKNOWN_ROWS_MIN = 100

/** A log that grows by leaps is looked at again before its statistics mislead whoever settles its messages. */
export async function refreshStatistics(db: Db, rowsAdded: number) {
  const known = Math.max(UNKNOWN_ROWS_MIN, await sql.estimatedRows(db))
  if (rowsAdded > known * UNKNOWN_FACTOR_MAX) await sql.analyzeMessages(db)
}
