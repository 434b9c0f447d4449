/** Formats times and numbers for display. All times are UTC. */

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export function timeAgo(at: Date, now: Date) {
  const seconds = Math.floor((now.getTime() - at.getTime()) / 1_000)
  if (seconds < MINUTE) return 'just now'
  if (seconds < HOUR) return `${Math.floor(seconds / MINUTE)} min ago`
  if (seconds < DAY) return `${Math.floor(seconds / HOUR)} h ago`
  return `${pluralize(Math.floor(seconds / DAY), 'day')} ago`
}

/** Formats a duration in its two largest units. */
export function duration(seconds: number) {
  const parts = [
    pluralize(Math.floor(seconds / DAY), 'day'),
    pluralize(Math.floor((seconds % DAY) / HOUR), 'hour'),
    pluralize(Math.floor((seconds % HOUR) / MINUTE), 'minute'),
    pluralize(seconds % MINUTE, 'second'),
  ]
  return parts
    .filter((part) => !part.startsWith('0 '))
    .slice(0, 2)
    .join(' ')
}

export function pluralize(number: number, noun: string) {
  return `${number.toLocaleString('en-GB')} ${noun}${number === 1 ? '' : 's'}`
}

const DATE_TIME = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZone: 'UTC',
})

export function dateTime(at: Date) {
  return `${DATE_TIME.format(at)} UTC`
}

/** Formats minor units as money without converting them to a float. */
export function money(minorUnits: number, currency: string) {
  const format = new Intl.NumberFormat('en-IN', { style: 'currency', currency })
  const decimals = format.resolvedOptions().maximumFractionDigits ?? 2
  const digits = String(minorUnits).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  return format.format(`${whole}.${digits.slice(digits.length - decimals)}` as Intl.StringNumericLiteral)
}
