import { CURRENCY_LOCALES, currencyDecimals } from './currencies.ts'

/** Every division of money names its rounding. The divisor must be positive. */
export const divFloor = (dividend: bigint, divisor: bigint) => dividend / divisor - (dividend % divisor < 0n ? 1n : 0n)
export const divCeil = (dividend: bigint, divisor: bigint) => -divFloor(-dividend, divisor)
/** To the nearest, halves up. */
export const divRound = (dividend: bigint, divisor: bigint) => divFloor(2n * dividend + divisor, 2n * divisor)

/** Formats minor units as money, in the currency's own style, without floats. Used wherever an amount is shown. */
export function formatMoney(minorUnits: bigint, currency: string): string {
  const decimals = currencyDecimals(currency)
  const digits = (minorUnits < 0n ? -minorUnits : minorUnits).toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const decimal = `${minorUnits < 0n ? '-' : ''}${whole}${decimals > 0 ? `.${digits.slice(-decimals)}` : ''}`
  return new Intl.NumberFormat(CURRENCY_LOCALES[currency] ?? 'en-IN', {
    style: 'currency',
    currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(decimal as Intl.StringNumericLiteral)
}

/** The upper limit of balances and amounts: above 2^53 a JSON number would silently lose precision. */
export const MINOR_UNITS_MAX = BigInt(Number.MAX_SAFE_INTEGER)

/** Converts to a JSON number. */
export function toJsonInteger(minorUnits: bigint): number {
  if (minorUnits > MINOR_UNITS_MAX || minorUnits < -MINOR_UNITS_MAX)
    throw new RangeError('the amount is too large for JSON')
  return Number(minorUnits)
}
