import { OUTBOX_ROWS_PER_VENDOR_MAX } from '../../../domain/fair-share.ts'
import type { VendorId } from '../../../domain/ids.ts'
import { type Db, inTransaction } from '../../../platform/db/db.ts'
import * as sql from './lease.sql.ts'

export type Leased = sql.LeasedRow

/**
 * A leased message is in the queue, or its relay was killed, or the queue forgot it. When the lease ends and it still
 * waits, it is leased again; that it may then be in the queue twice does no harm, for only one claim succeeds.
 */
const LEASE_SECONDS = 15

/** Before the first lease of their messages. */
export const beginRelaying = (db: Db, campaigns: readonly { vendorId: VendorId; campaignId: string }[]) =>
  sql.insertPlaces(db, campaigns)

/** A few of each vendor, so that one vendor's flood never holds up another. Any number of relays may do this at once. */
export const leaseOfCampaigns = (
  db: Db,
  campaigns: readonly { vendorId: VendorId; campaignId: string }[],
  room: { room: number; newcomer: number; perPoll: number },
  now: Date,
) => sql.leaseOfCampaigns(db, campaigns, { ...room, perVendor: OUTBOX_ROWS_PER_VENDOR_MAX }, LEASE_SECONDS, now)

export const leaseSingles = (db: Db, room: number, now: Date) =>
  sql.leaseSingles(db, { room, perVendor: OUTBOX_ROWS_PER_VENDOR_MAX }, LEASE_SECONDS, now)

/** They can go into the queue again at once. */
export const releaseLeases = (db: Db, vendorId: VendorId, ids: readonly string[]) =>
  inTransaction(db, (tx) => sql.releaseLeases(tx, vendorId, ids))
