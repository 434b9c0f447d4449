/**
 * Time as the outside world sees it: system time plus the offset of the product's clock. The product owns the offset;
 * the sandbox only follows what the product last told it, so that a mail never looks older than the event it reports.
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
