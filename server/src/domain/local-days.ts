import { DAY_MS, HOUR_MS } from './durations.ts'

const OFFSET_MS_MAX = 15 * HOUR_MS

/** The local date of an instant as YYYY-MM-DD. */
export const localDay = (at: Date, timezone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: timezone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(at)

/** The days from one to another, both included. */
export function daysBetween(from: string, to: string): string[] {
  const days: string[] = []
  for (let at = Date.parse(from); at <= Date.parse(to); at += DAY_MS) days.push(new Date(at).toISOString().slice(0, 10))
  return days
}

export const dayAfter = (day: string, count = 1): string =>
  new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10)

/**
 * The first instant of a local day. Where clocks went forward at midnight it is the first that exists, found by
 * bisection, because the only certain property of a calendar is that it moves forward.
 */
export function startOfDay(day: string, timezone: string): Date {
  let before = Date.parse(day) - OFFSET_MS_MAX
  let after = Date.parse(day) + OFFSET_MS_MAX
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (localDay(new Date(middle), timezone) < day) before = middle
    else after = middle
  }
  return new Date(after)
}
