/**
 * Fair share between vendors: a relay takes at most this many rows of one vendor and this many rows in total per poll,
 * and the next poll continues with the next vendor. A vendor with a million rows waiting cannot block the others.
 * Vendors take turns in `outbox/relay.ts`, and campaigns in `messages/sending/lease.cross-vendor.sql.ts`.
 */
export const OUTBOX_ROWS_PER_VENDOR_MAX = 50
export const OUTBOX_ROWS_PER_POLL_MAX = 500
