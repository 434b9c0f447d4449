import { OUTBOX_ROWS_PER_VENDOR_MAX } from '../../../domain/fair-share.ts'
import type { VendorId } from '../../../domain/ids.ts'
import { type Db, inTransaction } from '../../../platform/db/db.ts'
import * as sql from './lease.sql.ts'

export type LeasedMessage = sql.LeasedRow

/**
 * A leased message is in the queue, or its relay was killed, or the queue lost it. A message that is still queued when
 * its lease ends is leased again. It may then be in the queue twice, which is harmless: only one claim succeeds.
 */
const LEASE_SECONDS = 15

/** Called before the first lease of a campaign's messages. */
export const createRelayPlaces = (db: Db, campaigns: readonly { vendorId: VendorId; campaignId: string }[]) =>
  sql.insertRelayPlaces(db, campaigns)

/**
 * Takes a few messages of each vendor, so that one large campaign never delays other vendors. Safe with many relays.
 */
export const leaseCampaignMessages = (
  db: Db,
  campaigns: readonly { vendorId: VendorId; campaignId: string }[],
  limits: Omit<sql.LeaseLimits, 'perVendor'>,
  now: Date,
) => sql.leaseCampaignMessages(db, campaigns, { ...limits, perVendor: OUTBOX_ROWS_PER_VENDOR_MAX }, LEASE_SECONDS, now)

export const leaseSingles = (db: Db, capacity: number, now: Date) =>
  sql.leaseSingles(db, { capacity, perVendor: OUTBOX_ROWS_PER_VENDOR_MAX }, LEASE_SECONDS, now)

/** Makes the messages available to the relay again at once. */
export const releaseLeases = (db: Db, vendorId: VendorId, ids: readonly string[]) =>
  inTransaction(db, (tx) => sql.releaseLeases(tx, vendorId, ids))
