import { formatMoney } from '../../../domain/money.ts'

/** Amounts in letters that the typeface has: no wide yen sign, plain spaces. */
export const money = (minorUnits: bigint, currency: string) =>
  formatMoney(minorUnits, currency)
    .replaceAll('\uffe5', '¥')
    .replace(/[\u00a0\u202f]/g, ' ')

/** Dates of an Indian document are India's. */
const DATE = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Kolkata',
  day: '2-digit',
  month: 'short',
  year: 'numeric',
})
export const date = (ms: number) => DATE.format(ms)

export const percent = (n: number) => `${n}%`

/** 83.3300000000 → 83.33 */
export const rate = (decimal: string) => decimal.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '')

const COUNTRIES = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })
export const countryName = (code: string) => COUNTRIES.of(code) ?? code
