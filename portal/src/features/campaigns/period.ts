import { instantOf } from './schedule.ts'

const DAY_MS = 86_400_000

/** The first and the last day of a period in the vendor's time zone, as in the URL. */
interface Days {
  from?: string | undefined
  to?: string | undefined
}

/** The instants between which the days lie. */
export const periodOf = ({ from, to }: Days, timeZone: string) => ({
  from: isDay(from) ? startOf(from, timeZone) : undefined,
  to: isDay(to) ? startOf(new Date(Date.parse(to) + DAY_MS).toISOString().slice(0, 10), timeZone) : undefined,
})

/** The same, in the names of the lists that filter by the time of creation. */
export function createdIn(days: Days, timeZone: string) {
  const { from, to } = periodOf(days, timeZone)
  return { ...(from && { createdFrom: from }), ...(to && { createdTo: to }) }
}

export const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value))

const startOf = (day: string, timeZone: string) => instantOf(`${day}T00:00`, timeZone)?.toISOString()
