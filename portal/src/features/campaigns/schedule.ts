import { CAMPAIGN_SCHEDULE_DAYS_MAX, CAMPAIGN_SCHEDULE_MINUTES_MIN } from '@harkara/server/domain/limits'
import { t } from '../../format/translate.ts'

const MINUTE = 60_000

/** The local time in a time zone, in the format of a `datetime-local` input: `2026-11-20T09:30`. */
export function localTime(at: Date, timeZone: string): string {
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
 * The instant of a local time; undefined if the text is not a time. When clocks are set back, the first of two matching
 * instants is used; when they are set forward, a skipped time is read with the offset from before the change.
 */
export function instantOf(wall: string, timeZone: string): Date | undefined {
  const asUtc = Date.parse(`${wall}:00Z`)
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(wall) || Number.isNaN(asUtc)) return undefined
  const offsetAt = (at: number) =>
    Date.parse(`${localTime(new Date(at), timeZone)}:00Z`) - Math.floor(at / MINUTE) * MINUTE
  // Within half a day before and after, the offset changes at most once.
  const offsets = [asUtc - 12 * 60 * MINUTE, asUtc + 12 * 60 * MINUTE].map(offsetAt)
  const found = offsets.map((offset) => new Date(asUtc - offset))
  const exact = found.filter((at) => localTime(at, timeZone) === wall)
  return exact.length > 0 ? exact.reduce((a, b) => (a < b ? a : b)) : found[0]
}

/** Why a campaign cannot be scheduled at this time, if so. */
export function scheduleProblem(wall: string, timeZone: string, now: Date): string | undefined {
  const at = instantOf(wall, timeZone)
  if (!at) return t('Enter a date and a time.')
  const minutes = (at.getTime() - now.getTime()) / MINUTE
  if (minutes < CAMPAIGN_SCHEDULE_MINUTES_MIN)
    return t('Choose a time at least {campaignScheduleMinutesMin} minutes from now.', {
      campaignScheduleMinutesMin: CAMPAIGN_SCHEDULE_MINUTES_MIN,
    })
  if (minutes > CAMPAIGN_SCHEDULE_DAYS_MAX * 24 * 60)
    return t('Choose a date within the next {campaignScheduleDaysMax} days.', {
      campaignScheduleDaysMax: CAMPAIGN_SCHEDULE_DAYS_MAX,
    })
  return undefined
}

const HOUR = 60 * MINUTE
/** The default value: a full hour, at least one hour ahead. */
export const suggestedTime = (now: Date, timeZone: string) =>
  localTime(new Date(Math.ceil(now.getTime() / HOUR) * HOUR + HOUR), timeZone).replace(/\d\d$/, '00')
