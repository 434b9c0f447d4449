import { WINDOW_MS } from './sliding-window.ts'

const BATCH_MAX = 50

/** Messages of one job: a tenth of a second's, so that no vendor's batch takes a whole second. */
export const batchSizeAt = (rate: number) => Math.max(1, Math.min(BATCH_MAX, Math.floor(rate / 10)))

/**
 * Permits in a window for what nobody hurries with. The rest, one batch, is for answers to people and for vendors that
 * have nothing in the queue yet: a small campaign does not wait behind a large one.
 */
export const bulkLimitAt = (rate: number) => Math.max(1, rate - Math.ceil(rate / 10))

/**
 * What nobody hurries with is spread over the window in so many parts. Permits then come free all the time and not all at
 * once, and whoever is in a hurry gets the next ones.
 */
export const BULK_PARTS = 5

/** While the provider asks for less, or cannot be reached. */
export const slowLimitAt = (rate: number) => Math.max(1, Math.floor(rate / 10))

const QUEUED_SECONDS = 2
const QUEUED_MESSAGES_MAX = 4_000

/** Jobs in the queue at most: about two seconds of work, whatever is still to be sent. */
export const queuedJobsMaxAt = (rate: number) =>
  Math.ceil(Math.min(QUEUED_MESSAGES_MAX, rate * QUEUED_SECONDS) / batchSizeAt(rate))

/**
 * How long a campaign takes that begins now, at the rate of today. Vendors take turns: of another vendor only as much
 * goes before the last of it as it has itself. `own` is what the vendor has waiting already.
 */
export function msToSend(
  { recipients, own, others }: { recipients: number; own: number; others: readonly number[] },
  rate: number,
): number {
  const mine = recipients + own
  const before = others.reduce((sum, waiting) => sum + Math.min(waiting, mine), 0)
  return Math.ceil(((mine + before) * WINDOW_MS) / bulkLimitAt(rate))
}
