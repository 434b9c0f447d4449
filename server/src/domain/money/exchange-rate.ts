import { divCeil, divFloor, divRound } from './money.ts'

/** Units of a currency per USD, times 1e10, as an integer: ten decimals, as in the database. Rates are never floats. */
export type RateE10 = bigint
export const RATE_SCALE = 10_000_000_000n
const SCALE_DIGITS = 10

/** Far outside the range of real currencies. */
const RATE_MIN = RATE_SCALE / 1_000_000n
const RATE_MAX = 1_000_000_000n * RATE_SCALE
/** A larger change between two readings is treated as an error of the feed. */
const CHANGE_PERCENT_MAX = 20n

/**
 * Accepts plain decimals only; digits beyond the tenth decimal are rounded to the nearest. Undefined when it is not a
 * rate.
 */
export function readRate(text: string): RateE10 | undefined {
  const [, whole, decimals = ''] = /^(\d{1,10})(?:\.(\d{1,30}))?$/.exec(text) ?? []
  if (whole === undefined) return undefined
  const beyond = Math.max(0, decimals.length - SCALE_DIGITS)
  const digits = BigInt(whole + decimals.padEnd(SCALE_DIGITS, '0'))
  const rate = divRound(digits, 10n ** BigInt(beyond))
  return rate >= RATE_MIN && rate <= RATE_MAX ? rate : undefined
}

export function rateText(rate: RateE10): string {
  const digits = rate.toString().padStart(SCALE_DIGITS + 1, '0')
  const decimals = digits.slice(-SCALE_DIGITS).replace(/0+$/, '')
  return digits.slice(0, -SCALE_DIGITS) + (decimals && `.${decimals}`)
}

/** Whether one rate can plausibly follow another. */
export function isPlausible(offered: RateE10, known: RateE10): boolean {
  const change = offered > known ? offered - known : known - offered
  return change * 100n <= known * CHANGE_PERCENT_MAX
}

interface CurrencyAtRate {
  rate: RateE10
  decimals: number
}

/** Converts an amount between currencies, via the dollar, rounded up. For limits. */
export const convertUp = (minorUnits: bigint, from: CurrencyAtRate, to: CurrencyAtRate) =>
  divCeil(minorUnits * to.rate * 10n ** BigInt(to.decimals), from.rate * 10n ** BigInt(from.decimals))

/** The same rounded down. For value that is given back: never more than was paid. */
export const convertDown = (minorUnits: bigint, from: CurrencyAtRate, to: CurrencyAtRate) =>
  divFloor(minorUnits * to.rate * 10n ** BigInt(to.decimals), from.rate * 10n ** BigInt(from.decimals))

/** Whether one amount is worth more than another. Exact, without a division. */
export const isWorthMore = (minorUnits: bigint, of: CurrencyAtRate, than: bigint, thanOf: CurrencyAtRate) =>
  minorUnits * thanOf.rate * 10n ** BigInt(thanOf.decimals) > than * of.rate * 10n ** BigInt(of.decimals)

/** The value of an amount in paise, given the value of one unit in rupees; rounded half up, like the ledger. */
export const inPaise = (minorUnits: bigint, decimals: number, rupees: RateE10) =>
  divRound(minorUnits * rupees * 100n, RATE_SCALE * 10n ** BigInt(decimals))

/** The reverse: paise in a currency, given the value of one unit in rupees; rounded half up. */
export const fromPaise = (paise: bigint, decimals: number, rupees: RateE10) =>
  divRound(paise * RATE_SCALE * 10n ** BigInt(decimals), rupees * 100n)
