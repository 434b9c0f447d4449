import { setTimeout as sleep } from 'node:timers/promises'
import { BULK_PARTS, bulkLimitAt, slowLimitAt } from '../../domain/messaging/sending-pace.ts'
import { PERMIT_GOOD_MS, WINDOW_MS } from '../../domain/messaging/sliding-window.ts'
import type { Deps } from '../../platform/deps.ts'

/** Every worker takes of the same permits; whoever is in no hurry leaves some of them alone. */
const KEY = 'dispatch'
const BULK_KEY = 'dispatch.bulk'

/** What the limiter counts at most; one account sends a tenth of it at its best. */
const RATE_MAX = 10_000

type PermitDeps = Pick<Deps, 'rateLimiter' | 'config'>

export interface Permits {
  granted: number
  /** In real time, and never later than when they were granted. */
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
  const part = isExpress ? wanted : await takePart(rateLimiter, limit, wanted)
  if (part === 0) return { granted: 0, takenAt: 0, retryAfterMs: 0 }
  const takenAt = performance.now()
  const { granted, retryAfterMs } = await rateLimiter.take(KEY, limit, WINDOW_MS, part)
  return { granted, takenAt, retryAfterMs }
}

async function takePart(rateLimiter: Deps['rateLimiter'], limit: number, wanted: number) {
  const { granted } = await rateLimiter.take(BULK_KEY, Math.ceil(limit / BULK_PARTS), WINDOW_MS / BULK_PARTS, wanted)
  return granted
}

export const isStillGood = ({ takenAt }: Permits) => performance.now() - takenAt <= PERMIT_GOOD_MS

const PATIENCE_MS = 2_000

/**
 * When a claim took so long that its permits are too old, new ones are waited for, a few at a time; `use` is called with
 * how many there are. What is left when patience ends gets none.
 */
export async function takeAgain(deps: PermitDeps, wanted: number, use: (granted: number) => void): Promise<void> {
  const until = performance.now() + PATIENCE_MS
  for (let left = wanted; left > 0 && performance.now() < until; ) {
    const permits = await takePermits(deps, left, { isExpress: true, isSlow: false })
    const usable = isStillGood(permits) ? permits.granted : 0
    if (usable > 0) use(usable)
    left -= usable
    if (left > 0) await sleep(Math.min(PATIENCE_MS, Math.max(PERMIT_GOOD_MS, permits.retryAfterMs)))
  }
}
