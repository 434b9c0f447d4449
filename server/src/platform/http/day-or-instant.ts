import { z } from 'zod'
import { localDay, startOfDay } from '../../domain/local-days.ts'

/** The beginning or the end of a period in a query. */
export const DayOrInstant = z.union([z.iso.date(), z.iso.datetime({ offset: true })], {
  error: 'must be a day such as 2026-10-01 or a time such as 2026-10-01T00:00:00Z',
})

const isDay = (text: string) => text.length === 'YYYY-MM-DD'.length

/** A day is its first instant. */
export const instantOf = (text: string | undefined, timezone: string): Date | undefined => {
  if (text === undefined) return undefined
  return isDay(text) ? startOfDay(text, timezone) : new Date(text)
}

/** For periods of whole days: an instant is the local day that contains it. */
export const dayOf = (text: string | undefined, timezone: string): string | undefined =>
  text === undefined || isDay(text) ? text : localDay(new Date(text), timezone)
