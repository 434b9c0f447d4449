/**
 * How long to wait until one more event is allowed, when at most `max` may happen in any period of `windowMs`. Zero when
 * it is allowed now. `times` are those of earlier events, in any order.
 */
export function secondsUntilAllowed(times: readonly Date[], max: number, windowMs: number, now: Date): number {
  const recent = times
    .map((time) => time.getTime())
    .filter((time) => time > now.getTime() - windowMs)
    .sort((a, b) => b - a)
  const blocking = recent[max - 1]
  return blocking === undefined ? 0 : Math.max(1, Math.ceil((blocking + windowMs - now.getTime()) / 1000))
}
