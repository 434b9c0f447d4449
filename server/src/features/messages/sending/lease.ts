import { OUTBOX_ROWS_PER_VENDOR_MAX } from '../../../domain/fair-share.ts'
import type { VendorId } from '../../../domain/ids.ts'
import { type Db, inTransaction } from '../../../platform/db/db.ts'
import * as crossVendor from './lease.cross-vendor.sql.ts'
import * as sql from './lease.sql.ts'

export type LeasedMessage = crossVendor.LeasedRow

/**
 * A leased message is in the queue, or its relay was killed, or the queue lost it. A message that is still queued when
 * its lease ends is leased again. It may then be in the queue twice, which is harmless: only one claim succeeds.
 */
const LEASE_SECONDS = 15

/** Called before the first lease of a campaign's messages. */
export const createRelayPlaces = (db: Db, campaigns: readonly { vendorId: VendorId; campaignId: string }[]) =>
  crossVendor.insertRelayPlaces(db, campaigns)

/**
 * Takes a few messages of each vendor, so that one large campaign never delays other vendors. Safe with many relays.
 */
export const leaseCampaignMessages = (
  db: Db,
  campaigns: readonly { vendorId: VendorId; campaignId: string }[],
  limits: Omit<crossVendor.LeaseLimits, 'perVendor'>,
  now: Date,
) =>
  crossVendor.leaseCampaignMessages(
    db,
    campaigns,
    { ...limits, perVendor: OUTBOX_ROWS_PER_VENDOR_MAX },
    LEASE_SECONDS,
    now,
  )

export const leaseSingles = (db: Db, capacity: number, now: Date) =>
  crossVendor.leaseSingles(db, { capacity, perVendor: OUTBOX_ROWS_PER_VENDOR_MAX }, LEASE_SECONDS, now)

/** Makes the messages available to the relay again at once. */
export const releaseLeases = (db: Db, vendorId: VendorId, ids: readonly string[]) =>
  inTransaction(db, (tx) => sql.releaseLeases(tx, vendorId, ids))
