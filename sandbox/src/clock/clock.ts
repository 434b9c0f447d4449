/**
 * The time of the sandbox: system time plus the offset of the product's clock. The product owns the offset and the
 * sandbox follows it, so that emails and webhooks are stamped with product time.
 */
export interface Clock {
  now(): Date
  offsetSeconds(): number
  follow(offsetSeconds: number): void
}

export function createClock(systemNow: () => number = Date.now): Clock {
  let offset = 0
  return {
    now: () => new Date(systemNow() + offset * 1_000),
    offsetSeconds: () => offset,
    follow(offsetSeconds) {
      offset = offsetSeconds
    },
  }
}
