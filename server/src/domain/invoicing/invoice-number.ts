import { HOUR_MS } from '../durations.ts'

/** Tax law: consecutive, unique within its year, at most 16 characters. */
const INVOICE_NUMBER_CHARS_MAX = 16
const DIGITS_MIN = 5
/** Dates and years of invoices are those of the supplier in India. */
const INDIA_OFFSET_MS = 5.5 * HOUR_MS

/** Each prefix has one series a year; a new prefix begins a new one. */
export const seriesOf = (prefix: string, at: Date, yearStartMonth: number) =>
  `${prefix}-${invoiceYear(at, yearStartMonth)}`

/** The calendar year in which the invoice year of this instant began, by the date in India. */
export function invoiceYear(at: Date, yearStartMonth: number): number {
  const inIndia = new Date(at.getTime() + INDIA_OFFSET_MS)
  return inIndia.getUTCFullYear() - (inIndia.getUTCMonth() + 1 < yearStartMonth ? 1 : 0)
}

/**
 * `HRK-2026-00042`. Above 99,999 it grows up to 16 characters; undefined beyond that, because a longer number is not
 * lawful. The supplier then has to choose another prefix.
 */
export function invoiceNumber(series: string, n: bigint): string | undefined {
  const number = `${series}-${n.toString().padStart(DIGITS_MIN, '0')}`
  return number.length <= INVOICE_NUMBER_CHARS_MAX ? number : undefined
}
