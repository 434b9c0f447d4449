import type { VendorId } from '../../domain/ids.ts'
import { type Category, MARKUP_PERCENT_DEFAULT, type Priced, price, type Terms } from '../../domain/money/pricing.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import { type UsdRate, usdRate } from '../currency/usd-rate.ts'
import { readWallet } from '../wallet/read.ts'
import { pricesFor } from './prices.cross-vendor.sql.ts'
import * as crossVendor from './tiers-and-fees.cross-vendor.sql.ts'
import * as sql from './vendor-pricing.sql.ts'

export type PricingDeps = Pick<Deps, 'db' | 'lock' | 'rates' | 'config' | 'log'>

interface Audience {
  category: Category
  /** ISO 3166 alpha-2, as contacts carry it. */
  recipientsByCountry: ReadonlyMap<string, number>
}

/** The price of an audience for a vendor, with everything that determined it. */
export interface AudiencePrice extends Priced {
  category: Category
  rate: UsdRate
  discountPercent: number
}

/**
 * The rate for `priceAudienceAt`. May call the exchange rate service, so it is called before the transaction in which
 * the price is computed.
 */
export async function rateFor(deps: PricingDeps, vendorId: VendorId, now: Date): Promise<UsdRate> {
  return usdRate(deps, (await readWallet(deps.db, vendorId)).currency, now)
}

export async function priceAudienceAt(
  db: Db,
  vendorId: VendorId,
  { category, recipientsByCountry }: Audience,
  rate: UsdRate,
  now: Date,
): Promise<AudiencePrice> {
  const { terms, markupOf } = await readTerms(db, vendorId, rate, now)
  const countryCodes = [...recipientsByCountry.keys()]
  const rows = await pricesFor(db, { category, countryCodes }, rate.currency, now)
  const byCountry = new Map(rows.map((row) => [row.countryCode, row]))
  const counts = [...recipientsByCountry].map(([countryCode, recipients]) => ({ countryCode, recipients }))
  const unpriced = counts.filter(({ countryCode }) => !byCountry.has(countryCode))
  if (unpriced[0]) throw pricingNotFound(category, unpriced[0].countryCode, unpriced)
  const audience = counts.flatMap((count) => {
    const row = byCountry.get(count.countryCode)
    return row ? [{ ...count, metaCostUsdMicros: row.metaCostUsdMicros, markupPercent: markupOf(row) }] : []
  })
  return { category, rate, discountPercent: terms.discountPercent, ...price(audience, terms) }
}

/** Discount, fee and markup of a vendor. Its own markup takes precedence over its tier's, and that over the price's. */
export async function readTerms(db: Db, vendorId: VendorId, rate: UsdRate, now: Date) {
  const own = await sql.findVendorPricing(db, vendorId)
  const fee = await crossVendor.feeFor(db, rate.currency, now)
  const terms: Terms = {
    rate: rate.rate,
    decimals: rate.decimals,
    discountPercent: own?.discountPercent ?? 0,
    fee: { flatMinorUnit: fee?.flatMinorUnit ?? 0n, percent: fee?.percent ?? 0 },
  }
  const markupOf = (row: { markupPercent: number | null }) =>
    own?.markupPercent ?? own?.tierMarkupPercent ?? row.markupPercent ?? MARKUP_PERCENT_DEFAULT
  return { terms, markupOf }
}

/** Names all countries without a price, so that they can be excluded in one step. */
function pricingNotFound(
  category: Category,
  countryCode: string,
  countries: readonly { countryCode: string; recipients: number }[],
) {
  const named = countries.slice(0, COUNTRIES_IN_SENTENCE_MAX).map(({ countryCode }) => countryCode)
  const others = countries.length - named.length
  const list = [...named, ...(others > 0 ? [`${others} other countries`] : [])]
  return new AppError('PRICING_NOT_FOUND', {
    detail: `There is no price for ${category} messages to ${new Intl.ListFormat('en').format(list)}.`,
    members: { category, countryCode, countries },
  })
}

const COUNTRIES_IN_SENTENCE_MAX = 10
