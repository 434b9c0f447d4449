/**
 * The window of the sending limit. The limiter never grants more than the rate within any window of this length, across
 * all workers. A worker may use its permit up to PERMIT_TTL_MS later, so the window is longer than a second by that
 * much: the provider too never sees more than the rate in any second.
 * The window is counted by the rate limiter: `functions/rate_limit.sql` and `adapters/rate-limiter/redis.ts`.
 */
export const PERMIT_TTL_MS = 50
export const WINDOW_MS = 1_000 + PERMIT_TTL_MS
