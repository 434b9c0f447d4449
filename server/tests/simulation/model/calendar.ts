import type { Cycle } from './model.ts'

export const HOUR = 3_600_000
export const DAY = 24 * HOUR
export const MONTHS: Record<Cycle, number> = { MONTHLY: 1, QUARTERLY: 3, ANNUAL: 12 }

/** The same day of a later month; where that month is shorter, its last day. Found by trying dates. */
export function monthsLater(from: number, months: number): number {
  const date = new Date(from)
  const index = date.getUTCFullYear() * 12 + date.getUTCMonth() + months
  const [year, month] = [Math.floor(index / 12), index % 12]
  const timeOfDay = from % DAY
  for (let day = date.getUTCDate(); ; day--) {
    const at = new Date(Date.UTC(year, month, day))
    if (at.getUTCMonth() === month) return at.getTime() + timeOfDay
  }
}

/** The first monthly anniversary after `now`. */
export function nextAnniversary(start: number, now: number): number {
  let months = 1
  while (monthsLater(start, months) <= now) months++
  return monthsLater(start, months)
}

export const wholeSecond = (at: number) => Math.floor(at / 1_000) * 1_000

/** The month that is counted now began here. */
export function lastAnniversary(start: number, now: number): number {
  let months = 0
  while (monthsLater(start, months + 1) <= now) months++
  return monthsLater(start, months)
}

/** A month has at most 31 days, a quarter at most 92. */
export function lengthOf({ start, end }: { start: number; end: number }): Cycle {
  const days = (end - start) / DAY
  return days <= 31 ? 'MONTHLY' : days <= 92 ? 'QUARTERLY' : 'ANNUAL'
}
