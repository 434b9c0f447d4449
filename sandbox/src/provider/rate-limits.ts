const PAIR_WINDOW_MS = 6_000
const PAIR_MESSAGES_MAX = 45

/** Rate limits of the provider, over a sliding window of real time. */
export interface RateLimits {
  /** Whether another message is within `perSecond`. If so, it is counted. */
  takeThroughput(perSecond: number | null, now: number): boolean
  /** Whether another message to this number is within the limit per pair of numbers. If so, it is counted. */
  takePair(to: string, now: number): boolean
}

export function createRateLimits(): RateLimits {
  let sent: number[] = []
  const pairs = new Map<string, number[]>()
  return {
    takeThroughput(perSecond, now) {
      if (perSecond === null) return true
      sent = sent.filter((at) => at > now - 1_000)
      if (sent.length >= perSecond) return false
      sent.push(now)
      return true
    },
    takePair(to, now) {
      const recent = (pairs.get(to) ?? []).filter((at) => at > now - PAIR_WINDOW_MS)
      if (recent.length >= PAIR_MESSAGES_MAX) return false
      if (pairs.size > 10_000) pairs.clear()
      pairs.set(to, [...recent, now])
      return true
    },
  }
}
