const DAY_SECONDS = 86_400
/** The last day that spreadsheet programs support, 9999-12-31. */
const SERIAL_MAX = 2_958_465
/** Days from the first day of the 1900 system to that of the 1904 system. */
const DAYS_1900_TO_1904 = 1_462
/** The 1900 system has a 29 February 1900, which did not exist; from then on days count from 1899-12-30. */
const LEAP_DAY_1900 = 60
const EPOCH_SECONDS = Date.UTC(1899, 11, 30) / 1000

/** `2024-03-01`, `2024-03-01 13:45:00`, or `13:45:00` for a time without a day. Undefined if it is not a date. */
export function dateText(serial: number, is1904: boolean): string | undefined {
  if (!(serial >= 0 && serial < SERIAL_MAX + 1)) return undefined
  const seconds = Math.round(serial * DAY_SECONDS)
  const day = Math.floor(seconds / DAY_SECONDS)
  const time = timeText(seconds % DAY_SECONDS)
  if (day === 0 && (!is1904 || time !== MIDNIGHT)) return time
  const date = dayText(is1904 ? day + DAYS_1900_TO_1904 : day)
  return time === MIDNIGHT ? date : `${date} ${time}`
}

const MIDNIGHT = '00:00:00'

function dayText(day: number): string {
  if (day === LEAP_DAY_1900) return '1900-02-29'
  const days = day < LEAP_DAY_1900 ? day + 1 : day
  return isoOf(EPOCH_SECONDS + days * DAY_SECONDS).slice(0, 10)
}

const timeText = (seconds: number) => isoOf(seconds).slice(11, 19)
const isoOf = (seconds: number) => new Date(seconds * 1000).toISOString()

/** The ISO form of the standard, which few programs write: `2024-03-01T13:45:00.000`. */
export function isoDateText(raw: string): string {
  const [, date, time] = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d:\d\d)(?:\.\d+)?)?Z?$/.exec(raw.trim()) ?? []
  if (!date) return raw
  return time === undefined || time === MIDNIGHT ? date : `${date} ${time}`
}
