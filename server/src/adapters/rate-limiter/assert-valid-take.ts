import { HOUR_MS } from '../../domain/durations.ts'

/** The longest window fits the stores' 32-bit milliseconds; the largest limit keeps one call cheap. */
const WINDOW_MS_MAX = 7 * 24 * HOUR_MS
const LIMIT_MAX = 10_000

/** An invalid limit is a bug in the calling code, never a client error. */
export function assertValidTake(limit: number, windowMs: number, wanted: number): void {
  for (const [name, value, max] of [
    ['limit', limit, LIMIT_MAX],
    ['windowMs', windowMs, WINDOW_MS_MAX],
    ['wanted', wanted, LIMIT_MAX],
  ] as const)
    if (!Number.isInteger(value) || value < 1 || value > max)
      throw new RangeError(`${name} must be a whole number from 1 to ${max}, not ${value}`)
}
