import { CURRENCY_LOCALES } from '../../domain/money/currencies.ts'
import { formatMoney } from '../../domain/money/money.ts'

/** Uses only characters that the font has: no full-width yen sign, plain spaces. */
export const money = (minorUnits: bigint, currency: string) =>
  formatMoney(minorUnits, currency)
    .replaceAll('\uffe5', '¥')
    .replace(/[\u00a0\u202f]/g, ' ')

const DATE = { day: '2-digit', month: 'short', year: 'numeric' } as const
const INDIA = 'Asia/Kolkata'

/** In Indian time unless the document is for another time zone. */
export const date = (ms: number, timeZone = INDIA) => new Intl.DateTimeFormat('en-GB', { timeZone, ...DATE }).format(ms)

/** To the minute, with the name of the time zone. */
export const instant = (ms: number, timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone,
    ...DATE,
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  })
    .format(ms)
    .replace(/[\u00a0\u202f]/g, ' ')

/** With the digit grouping of the currency. */
export const whole = (n: number, currency: string) =>
  new Intl.NumberFormat(CURRENCY_LOCALES[currency] ?? 'en-IN').format(n)

export const percent = (n: number) => `${n}%`

/** 83.3300000000 → 83.33 */
export const rate = (decimal: string) => decimal.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '')

const COUNTRIES = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })
export const countryName = (code: string) => COUNTRIES.of(code) ?? code
