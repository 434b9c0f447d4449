/**
 * A limit that holds in every sliding window across all processes: any period of `windowMs` contains at most `limit`
 * permits of a key. All callers of a key must use the same window; a caller with a smaller limit leaves the rest to
 * more urgent ones. Windows run on real time. When the store is unreachable the call throws, so that callers fail
 * closed.
 */
export interface RateLimiter {
  /**
   * Takes up to `wanted` permits (default 1). `retryAfterMs` is 0 while permits remain, otherwise the time until one is
   * free.
   */
  take(key: string, limit: number, windowMs: number, wanted?: number): Promise<Permits>
  close(): Promise<void>
}

export interface Permits {
  granted: number
  /** Permits left in the current window after this call. */
  remaining: number
  retryAfterMs: number
}
