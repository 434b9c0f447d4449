/**
 * Fair share between vendors: a relay takes at most this many rows of one vendor and this many rows in total per poll,
 * and the next poll continues with the next vendor. A vendor with a million rows waiting cannot block the others.
 * Vendors take turns in `outbox/relay.ts`, and campaigns in `messages/sending/lease.cross-vendor.sql.ts`.
 */
export const OUTBOX_ROWS_PER_VENDOR_MAX = 50
export const OUTBOX_ROWS_PER_POLL_MAX = 500

/** A row of the outbox that is still there when its lease ends is published again, unless its job runs. */
export const OUTBOX_LEASE_SECONDS = 20
/** The lease that a worker keeps renewing while the job runs: longer, so that it tells running from waiting. */
export const OUTBOX_RUNNING_SECONDS = 40
