import type { VendorId } from '../../domain/ids.ts'
import { rateText } from '../../domain/money/exchange-rate.ts'
import { formatMoney, toJsonInteger } from '../../domain/money/money.ts'
import { unitMinorUnit } from '../../domain/money/pricing.ts'
import { type PricingDeps, rateFor, readTerms } from './price-audience.ts'
import { pricesFor } from './prices.cross-vendor.sql.ts'

/** Today's prices of a vendor by category and country. */
export async function priceSheet(deps: PricingDeps, vendorId: VendorId, now: Date) {
  const rate = await rateFor(deps, vendorId, now)
  const { terms, markupOf } = await readTerms(deps.db, vendorId, rate, now)
  const rows = await pricesFor(deps.db, {}, rate.currency, now)
  return {
    currency: rate.currency,
    exchangeRate: rateText(rate.rate),
    rateFetchedAt: rate.fetchedAt.toISOString(),
    discountPercent: terms.discountPercent,
    platformFee: { flatMinorUnit: toJsonInteger(terms.fee.flatMinorUnit), percent: terms.fee.percent },
    prices: rows.map((row) => {
      const unit = unitMinorUnit({ ...row, markupPercent: markupOf(row) }, terms)
      return {
        category: row.category,
        countryCode: row.countryCode,
        unitMinorUnit: toJsonInteger(unit),
        formatted: formatMoney(unit, rate.currency),
        effectiveFrom: row.effectiveFrom.toISOString(),
      }
    }),
  }
}
