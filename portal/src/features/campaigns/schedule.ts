import { CAMPAIGN_SCHEDULE_DAYS_MAX, CAMPAIGN_SCHEDULE_MINUTES_MIN } from '@harkara/server/domain/limits'

const MINUTE = 60_000

/** `2026-11-20T09:30`, as a clock on the wall there shows it and as a date field takes it. */
export function wallTime(at: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(at)
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? ''
  return `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`
}

/**
 * The instant at which the clock there shows this; undefined when it is no time. Of two such instants, where clocks are
 * put back, the first; of an hour that is skipped, the moment it would have been had nobody touched the clock.
 */
export function instantOf(wall: string, timeZone: string): Date | undefined {
  const asUtc = Date.parse(`${wall}:00Z`)
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(wall) || Number.isNaN(asUtc)) return undefined
  const offsetAt = (at: number) =>
    Date.parse(`${wallTime(new Date(at), timeZone)}:00Z`) - Math.floor(at / MINUTE) * MINUTE
  // Half a day before and after, clocks have been put forward or back at most once.
  const offsets = [asUtc - 12 * 60 * MINUTE, asUtc + 12 * 60 * MINUTE].map(offsetAt)
  const found = offsets.map((offset) => new Date(asUtc - offset))
  const exact = found.filter((at) => wallTime(at, timeZone) === wall)
  return exact.length > 0 ? exact.reduce((a, b) => (a < b ? a : b)) : found[0]
}

/** What is wrong with a time to send at, if anything. */
export function scheduleProblem(wall: string, timeZone: string, now: Date): string | undefined {
  const at = instantOf(wall, timeZone)
  if (!at) return 'Please choose a day and a time.'
  const minutes = (at.getTime() - now.getTime()) / MINUTE
  if (minutes < CAMPAIGN_SCHEDULE_MINUTES_MIN)
    return `Please choose a time at least ${CAMPAIGN_SCHEDULE_MINUTES_MIN} minutes from now.`
  if (minutes > CAMPAIGN_SCHEDULE_DAYS_MAX * 24 * 60)
    return `Please choose a day within the next ${CAMPAIGN_SCHEDULE_DAYS_MAX}.`
  return undefined
}

const HOUR = 60 * MINUTE
/** What a form begins with: a full hour, not the next one. */
export const suggestedTime = (now: Date, timeZone: string) =>
  wallTime(new Date(Math.ceil(now.getTime() / HOUR) * HOUR + HOUR), timeZone).replace(/\d\d$/, '00')
