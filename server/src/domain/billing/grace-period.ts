import { DAY_MS, HOUR_MS } from '../durations.ts'

/**
 * The grace period of an unpaid subscription: a payment window (yellow banner), an extension (red banner), then the
 * freeze. With the default of 4 + 3 days the freeze comes 168 hours after day 1 began, and lasts until a payment.
 *
 * Day 1 starts at the first failed charge since the last payment or, if a cycle ends and the gateway reports nothing,
 * 24 hours after that end. Day n starts (n - 1) x 24 hours later.
 */
export interface Grace {
  windowDays: number
  extensionDays: number
}

export const BANNERS = ['none', 'yellow', 'red', 'frozen'] as const
export type Banner = (typeof BANNERS)[number]

/** How long after the end of a cycle it counts as unpaid when the gateway reports nothing. */
export const UNREPORTED_HOURS = 24

export function dayOneOf({ pastDueAt, cycleEnd }: { pastDueAt: Date | null; cycleEnd: Date }): Date {
  const unpaid = cycleEnd.getTime() + UNREPORTED_HOURS * HOUR_MS
  return new Date(pastDueAt ? Math.min(pastDueAt.getTime(), unpaid) : unpaid)
}

export const frozenDay = ({ windowDays, extensionDays }: Grace) => windowDays + extensionDays + 1

export const startOfGraceDay = (dayOne: Date, day: number) => new Date(dayOne.getTime() + (day - 1) * DAY_MS)

export const graceDayAt = (dayOne: Date, now: Date) => Math.floor((now.getTime() - dayOne.getTime()) / DAY_MS) + 1

export function bannerOn(day: number, grace: Grace): Banner {
  if (day <= grace.windowDays) return 'yellow'
  return day < frozenDay(grace) ? 'red' : 'frozen'
}
