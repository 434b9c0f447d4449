import { WINDOW_MS } from './sliding-window.ts'

const BATCH_MAX = 50

/** Messages per job: a tenth of a second's worth, so that no vendor's batch takes a whole second. */
export const batchSizeAt = (rate: number) => Math.max(1, Math.min(BATCH_MAX, Math.floor(rate / 10)))

/**
 * Permits per window for bulk messages. The rest, one batch, is for replies and for vendors that have nothing queued
 * yet, so that a small campaign does not wait behind a large one.
 */
export const bulkLimitAt = (rate: number) => Math.max(1, rate - Math.ceil(rate / 10))

/**
 * Bulk messages are spread over the window in this many parts, so that permits become free continuously and urgent
 * messages get the next ones.
 */
export const BULK_PARTS = 5

/** While the provider asks for less, or is unreachable. */
export const slowLimitAt = (rate: number) => Math.max(1, Math.floor(rate / 10))

const QUEUED_SECONDS = 2
const QUEUED_MESSAGES_MAX = 4_000

/** The maximum of queued jobs: about two seconds of work, however much is still to be sent. */
export const queuedJobsMaxAt = (rate: number) =>
  Math.ceil(Math.min(QUEUED_MESSAGES_MAX, rate * QUEUED_SECONDS) / batchSizeAt(rate))

/**
 * How long a campaign that starts now takes at the current rate. Vendors take turns: of each other vendor only as much
 * is sent before it as it has itself. `own` is what the vendor has already queued.
 */
export function msToSend(
  { recipients, own, others }: { recipients: number; own: number; others: readonly number[] },
  rate: number,
): number {
  const mine = recipients + own
  const before = others.reduce((sum, waiting) => sum + Math.min(waiting, mine), 0)
  return Math.ceil(((mine + before) * WINDOW_MS) / bulkLimitAt(rate))
}
