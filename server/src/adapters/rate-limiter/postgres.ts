import type { Pool } from 'pg'
import type { Permits, RateLimiter } from '../../ports/rate-limiter.ts'
import { assertValidTake } from './assert-valid-take.ts'

/**
 * One statement per call and one row per limit; the row lock orders concurrent calls. The function `take_permits` (in
 * functions/rate_limit.sql) decides by the database's clock. The pool belongs to the caller.
 */
export function postgresRateLimiter(pool: Pool): RateLimiter {
  return {
    async take(key, limit, windowMs, wanted = 1) {
      assertValidTake(limit, windowMs, wanted)
      const { rows } = await pool.query<Permits>(TAKE, [key, limit, windowMs, wanted])
      if (!rows[0]) throw new Error('take_permits returned no row')
      return rows[0]
    },
    close: async () => {},
  }
}

const TAKE = 'select granted, remaining, retry_after_ms as "retryAfterMs" from take_permits($1, $2, $3, $4)'
