import { t } from './translate.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export interface LocaleSettings {
  locale: string
  timeZone: string
}

/** 15 Nov 2026, 4:42 pm IST */
export const formatInstant = (iso: string, { locale, timeZone }: LocaleSettings) =>
  new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  }).format(new Date(iso))

/** 15 Nov 2026, 4:42:07 pm IST */
export const formatInstantSecond = (iso: string, { locale, timeZone }: LocaleSettings) =>
  new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
    timeZone,
  }).format(new Date(iso))

/** 15 Nov 2026 */
export const formatDay = (iso: string, { locale, timeZone }: LocaleSettings) =>
  new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric', timeZone }).format(new Date(iso))

/** 15 Nov, for chart axes. */
export const formatMonthDay = (iso: string, { locale, timeZone }: LocaleSettings) =>
  new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone }).format(new Date(iso))

/** 4:42 pm */
export const formatTime = (iso: string, { locale, timeZone }: LocaleSettings) =>
  new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone }).format(new Date(iso))

/** 4:42:07 pm */
export const formatSecond = (iso: string, { locale, timeZone }: LocaleSettings) =>
  new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', second: '2-digit', timeZone }).format(
    new Date(iso),
  )

/** `2 hours ago` or `in 3 days`; beyond a week the date. */
export function formatRelative(iso: string, now: Date, locale: LocaleSettings): string {
  const difference = new Date(iso).getTime() - now.getTime()
  const distance = Math.abs(difference)
  if (distance < MINUTE) return t('just now')
  const formatter = new Intl.RelativeTimeFormat(locale.locale, { numeric: 'auto' })
  if (distance < HOUR) return formatter.format(Math.round(difference / MINUTE), 'minute')
  if (distance < DAY) return formatter.format(Math.round(difference / HOUR), 'hour')
  if (distance < 7 * DAY) return formatter.format(Math.round(difference / DAY), 'day')
  return formatDay(iso, locale)
}

/** 1 h 5 min, or 42 s. */
export function formatDuration(seconds: number): string {
  if (seconds < 60) return t('{seconds} s', { seconds: Math.max(1, Math.round(seconds)) })
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return t('{minutes} min', { minutes })
  return minutes % 60 === 0
    ? t('{hours} h', { hours: minutes / 60 })
    : t('{hours} h {minutes} min', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })
}
