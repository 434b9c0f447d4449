/**
 * A limit that holds in every sliding window, across all processes: never more than `limit` permits of a key lie within
 * any `windowMs`, wherever the window starts. All callers of a key must name the same window; one that names a smaller
 * limit leaves the rest to those in a greater hurry. Windows run on real time. When the store cannot be reached the call
 * throws, so that callers fail closed.
 */
export interface RateLimiter {
  /** Takes up to `wanted` permits at once (1 if not given). `retryAfterMs` is 0 while permits remain, else until one is free. */
  take(key: string, limit: number, windowMs: number, wanted?: number): Promise<Permits>
  close(): Promise<void>
}

export interface Permits {
  granted: number
  /** Permits left in the current window after this call. */
  remaining: number
  retryAfterMs: number
}
