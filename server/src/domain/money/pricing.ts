import { RATE_SCALE, type RateE10 } from './exchange-rate.ts'
import { divCeil } from './money.ts'

/** The markup on the provider's price when neither vendor, tier nor price defines one. */
export const MARKUP_PERCENT_DEFAULT = 25

export const CATEGORIES = ['MARKETING', 'UTILITY', 'AUTHENTICATION', 'SERVICE'] as const
export type Category = (typeof CATEGORIES)[number]

const USD_MICROS = 1_000_000n

export interface Terms {
  rate: RateE10
  /** Of the charged currency. */
  decimals: number
  /** Of the vendor's tier, for every message. */
  discountPercent: number
  fee: { flatMinorUnit: bigint; percent: number }
}

export interface CountryPrice {
  countryCode: string
  metaCostUsdMicros: bigint
  markupPercent: number
}

interface PricedCountry extends CountryPrice {
  recipients: number
  unitMinorUnit: bigint
  subtotalMinorUnit: bigint
}

export interface Priced {
  items: PricedCountry[]
  messagesMinorUnit: bigint
  platformFeeMinorUnit: bigint
  totalMinorUnit: bigint
}

/** ceil(usd × rate × 10^decimals × (100 + markup) / 100), exactly: a single integer division. */
export const unitBeforeDiscount = (price: CountryPrice, { rate, decimals }: Terms) =>
  divCeil(
    price.metaCostUsdMicros * rate * 10n ** BigInt(decimals) * BigInt(100 + price.markupPercent),
    USD_MICROS * RATE_SCALE * 100n,
  )

/** The price of one message. The discount is taken from the whole minor units before it, and is rounded up as well. */
export const unitMinorUnit = (price: CountryPrice, terms: Terms) =>
  divCeil(unitBeforeDiscount(price, terms) * BigInt(100 - terms.discountPercent), 100n)

/**
 * The single calculation behind quotation, launch and refund: Σ recipients × unit price, plus the platform fee, whose
 * percentage is of that sum and rounded up. An empty audience costs nothing, not even the flat fee.
 */
export function price(audience: readonly (CountryPrice & { recipients: number })[], terms: Terms): Priced {
  const items = audience.map((country) => {
    const unit = unitMinorUnit(country, terms)
    return { ...country, unitMinorUnit: unit, subtotalMinorUnit: unit * BigInt(country.recipients) }
  })
  const messagesMinorUnit = items.reduce((sum, { subtotalMinorUnit }) => sum + subtotalMinorUnit, 0n)
  const isEmpty = items.every(({ recipients }) => recipients === 0)
  const platformFeeMinorUnit = isEmpty ? 0n : feeOn(messagesMinorUnit, terms)
  return {
    items,
    messagesMinorUnit,
    platformFeeMinorUnit,
    totalMinorUnit: messagesMinorUnit + platformFeeMinorUnit,
  }
}

const feeOn = (messagesMinorUnit: bigint, { fee }: Terms) =>
  fee.flatMinorUnit + divCeil(messagesMinorUnit * BigInt(fee.percent), 100n)
