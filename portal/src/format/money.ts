import { currencyDecimals } from '@harkara/server/domain/money/currencies'
import { formatMoney as format } from '@harkara/server/domain/money/money'

/** Uses the server's formatter, so that portal, emails and invoices match. */
export const formatMoney = (minorUnits: number, currency: string) => format(BigInt(Math.round(minorUnits)), currency)

/** For chart axes: `₹500` instead of `₹500.00`. */
export const formatMoneyTick = (minorUnits: number, currency: string) =>
  formatMoney(minorUnits, currency).replace(/[.]0+(?=\D|$)/, '')

/** Parses an amount such as `1,250.50` into minor units; undefined if it is not an amount. */
export function parseMoney(text: string, currency: string): number | undefined {
  const decimals = currencyDecimals(currency)
  const [, whole, fraction = ''] = /^(\d[\d, ]*)(?:\.(\d*))?$/.exec(text.trim()) ?? []
  if (whole === undefined || fraction.length > decimals) return undefined
  const minorUnits = Number(whole.replace(/[, ]/g, '') + fraction.padEnd(decimals, '0'))
  return Number.isSafeInteger(minorUnits) ? minorUnits : undefined
}

/** Formats an amount for an input field: `1250.50`. */
export function formatAmountForInput(minorUnits: number, currency: string): string {
  const decimals = currencyDecimals(currency)
  const digits = String(minorUnits).padStart(decimals + 1, '0')
  const fraction = digits.slice(digits.length - decimals)
  const whole = digits.slice(0, digits.length - decimals)
  return decimals > 0 && Number(fraction) > 0 ? `${whole}.${fraction}` : whole
}
