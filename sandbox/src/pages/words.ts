/** Times and numbers as people say them. Everything is UTC, which the exact instant beside it says too. */

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export function ago(at: Date, now: Date) {
  const seconds = Math.floor((now.getTime() - at.getTime()) / 1_000)
  if (seconds < MINUTE) return 'just now'
  if (seconds < HOUR) return `${Math.floor(seconds / MINUTE)} min ago`
  if (seconds < DAY) return `${Math.floor(seconds / HOUR)} h ago`
  return `${count(Math.floor(seconds / DAY), 'day')} ago`
}

/** A span in its two largest units: enough to recognise a move, short enough to read at a glance. */
export function span(seconds: number) {
  const parts = [
    count(Math.floor(seconds / DAY), 'day'),
    count(Math.floor((seconds % DAY) / HOUR), 'hour'),
    count(Math.floor((seconds % HOUR) / MINUTE), 'minute'),
    count(seconds % MINUTE, 'second'),
  ]
  return parts
    .filter((part) => !part.startsWith('0 '))
    .slice(0, 2)
    .join(' ')
}

export function count(number: number, noun: string) {
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

/** Minor units as money, digit by digit: no float touches it. */
export function money(minorUnits: number, currency: string) {
  const format = new Intl.NumberFormat('en-IN', { style: 'currency', currency })
  const decimals = format.resolvedOptions().maximumFractionDigits ?? 2
  const digits = String(minorUnits).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  return format.format(`${whole}.${digits.slice(digits.length - decimals)}` as Intl.StringNumericLiteral)
}
