import { currencyDecimals } from '@harkara/server/domain/money/currencies'
import { formatMoney as format } from '@harkara/server/domain/money/money'

/** The server's own way of writing amounts, so that page, mail and invoice never differ. */
export const formatMoney = (minorUnits: number, currency: string) => format(BigInt(Math.round(minorUnits)), currency)

/** What somebody typed, such as `1,250.50`, in minor units; undefined when it is no amount. */
export function readMoney(text: string, currency: string): number | undefined {
  const decimals = currencyDecimals(currency)
  const [, whole, fraction = ''] = /^(\d[\d, ]*)(?:\.(\d*))?$/.exec(text.trim()) ?? []
  if (whole === undefined || fraction.length > decimals) return undefined
  const minorUnits = Number(whole.replace(/[, ]/g, '') + fraction.padEnd(decimals, '0'))
  return Number.isSafeInteger(minorUnits) ? minorUnits : undefined
}

/** `1250.50`: an amount as somebody would type it into a field. */
export function plainAmount(minorUnits: number, currency: string): string {
  const decimals = currencyDecimals(currency)
  const digits = String(minorUnits).padStart(decimals + 1, '0')
  const fraction = digits.slice(digits.length - decimals)
  const whole = digits.slice(0, digits.length - decimals)
  return decimals > 0 && Number(fraction) > 0 ? `${whole}.${fraction}` : whole
}
