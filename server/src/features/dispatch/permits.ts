import { setTimeout as sleep } from 'node:timers/promises'
import { BULK_PARTS, bulkLimitAt, slowLimitAt } from '../../domain/messaging/sending/sending-pace.ts'
import { PERMIT_TTL_MS, WINDOW_MS } from '../../domain/messaging/sending/sliding-window.ts'
import type { Deps } from '../../platform/deps.ts'

/** All workers share these permits. Bulk messages also need a bulk permit, which leaves some permits to urgent ones. */
const KEY = 'dispatch'
const BULK_KEY = 'dispatch.bulk'

/** The limiter's maximum; an account sends at most a tenth of it. */
const RATE_MAX = 10_000

type PermitDeps = Pick<Deps, 'rateLimiter' | 'config'>

export interface Permits {
  granted: number
  /** Monotonic time, taken before the permits were granted. */
  takenAt: number
  retryAfterMs: number
}

export async function takePermits(
  { rateLimiter, config }: PermitDeps,
  wanted: number,
  { isExpress, isSlow }: { isExpress: boolean; isSlow: boolean },
): Promise<Permits> {
  const rate = Math.min(config.DISPATCH_RATE_PER_SECOND, RATE_MAX)
  const limit = isSlow ? slowLimitAt(rate) : isExpress ? rate : bulkLimitAt(rate)
  const part = isExpress ? wanted : await takeBulkShare(rateLimiter, limit, wanted)
  if (part === 0) return { granted: 0, takenAt: 0, retryAfterMs: 0 }
  const takenAt = performance.now()
  const { granted, retryAfterMs } = await rateLimiter.take(KEY, limit, WINDOW_MS, part)
  return { granted, takenAt, retryAfterMs }
}

async function takeBulkShare(rateLimiter: Deps['rateLimiter'], limit: number, wanted: number) {
  const { granted } = await rateLimiter.take(BULK_KEY, Math.ceil(limit / BULK_PARTS), WINDOW_MS / BULK_PARTS, wanted)
  return granted
}

export const isFresh = ({ takenAt }: Permits) => performance.now() - takenAt <= PERMIT_TTL_MS

const WAIT_MS_MAX = 2_000

/**
 * Waits for new permits when a claim took so long that its permits have expired. They may come a few at a time; `use`
 * is called with the number of each grant. Gives up after WAIT_MS_MAX.
 */
export async function takeFreshPermits(
  deps: PermitDeps,
  wanted: number,
  use: (granted: number) => void,
): Promise<void> {
  const until = performance.now() + WAIT_MS_MAX
  for (let left = wanted; left > 0 && performance.now() < until; ) {
    const permits = await takePermits(deps, left, { isExpress: true, isSlow: false })
    const usable = isFresh(permits) ? permits.granted : 0
    if (usable > 0) use(usable)
    left -= usable
    if (left > 0) await sleep(Math.min(WAIT_MS_MAX, Math.max(PERMIT_TTL_MS, permits.retryAfterMs)))
  }
}
