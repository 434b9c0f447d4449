/** One of each kind that the platform has: two decimals, none, three; and the dollar, whose rate never moves. */
export const CURRENCIES = ['INR', 'USD', 'AED', 'JPY', 'KWD'] as const
export type Currency = (typeof CURRENCIES)[number]

const DECIMALS: Record<Currency, number> = { INR: 2, USD: 2, AED: 2, JPY: 0, KWD: 3 }

/** How much of a currency a dollar is, in ten-thousandths: as the product knows it, and as the rates service says it now. */
export interface Rate {
  known: number
  knownAt: number
  feed: number
}

/** Where the rates are. */
interface Market {
  rates: Record<Currency, Rate>
}

export const FIRST_RATES: Record<Currency, number> = {
  INR: 833_300,
  USD: 10_000,
  AED: 36_725,
  JPY: 1_495_000,
  KWD: 3_078,
}

export const newRates = (now: number): Record<Currency, Rate> => {
  const rateOf = (currency: Currency) => ({ known: FIRST_RATES[currency], knownAt: now, feed: FIRST_RATES[currency] })
  return { INR: rateOf('INR'), USD: rateOf('USD'), AED: rateOf('AED'), JPY: rateOf('JPY'), KWD: rateOf('KWD') }
}

const RATE_UNIT = 10_000n
const MICROS = 1_000_000n
const minorUnits = (currency: Currency) => 10n ** BigInt(DECIMALS[currency])
const known = ({ rates }: Market, currency: Currency) => BigInt(rates[currency].known)

const roundUp = (dividend: bigint, divisor: bigint) => (dividend + divisor - 1n) / divisor
const roundHalf = (dividend: bigint, divisor: bigint) => (2n * dividend + divisor) / (2n * divisor)

/** Millionths of a dollar, and percent of them, in a currency; rounded up. */
export const priceIn = (market: Market, currency: Currency, micros: number, percent: number): number =>
  Number(
    roundUp(
      BigInt(micros) * known(market, currency) * BigInt(percent) * minorUnits(currency),
      MICROS * RATE_UNIT * 100n,
    ),
  )

/** Rupees for one unit of a currency, to ten decimals, as documents show it. */
const RUPEE_SCALE = 10n ** 10n
const rupeesFor = (market: Market, currency: Currency) =>
  roundHalf(known(market, 'INR') * RUPEE_SCALE, known(market, currency))

/** What an amount is worth in paise, to the nearest. */
export const inPaise = (market: Market, amount: number, currency: Currency): number =>
  currency === 'INR'
    ? amount
    : Number(roundHalf(BigInt(amount) * rupeesFor(market, currency) * 100n, RUPEE_SCALE * minorUnits(currency)))

/** What a total in paise is in the vendor's currency, to the nearest. */
export const totalIn = (market: Market, paise: number, currency: Currency): number =>
  currency === 'INR'
    ? paise
    : Number(roundHalf(BigInt(paise) * RUPEE_SCALE * minorUnits(currency), rupeesFor(market, currency) * 100n))

const converted = (market: Market, paise: number, currency: Currency) => ({
  dividend: BigInt(paise) * known(market, currency) * minorUnits(currency),
  divisor: known(market, 'INR') * minorUnits('INR'),
})

/** A limit that is set in rupees, in another currency: rounded up. */
export function limitIn(market: Market, paise: number, currency: Currency): number {
  const { dividend, divisor } = converted(market, paise, currency)
  return currency === 'INR' ? paise : Number(roundUp(dividend, divisor))
}

/** A value in rupees that is given in another currency: never more than it is worth. */
export function valueIn(market: Market, paise: number, currency: Currency): number {
  const { dividend, divisor } = converted(market, paise, currency)
  return currency === 'INR' ? paise : Number(dividend / divisor)
}

/** Compared exactly, without rounding either. */
export const isWorthMore = (market: Market, amount: number, currency: Currency, paise: number): boolean =>
  BigInt(amount) * known(market, 'INR') * minorUnits('INR') >
  BigInt(paise) * known(market, currency) * minorUnits(currency)

/** Gateways take three decimals only where the last one is zero. */
export const payableStep = (currency: Currency) => (DECIMALS[currency] === 3 ? 10 : 1)
