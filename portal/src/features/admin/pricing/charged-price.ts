import type { PriceView } from '@harkara/server/pricing/schema'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../api/api.ts'
import type { Out, Page } from '../../../api/types.ts'
import { t } from '../../../format/translate.ts'
import { ADMIN } from '../queries.ts'

export type Price = Out<typeof PriceView>

/** What makes a price in dollars. The discount is that of the vendor's tier. */
export interface Amount {
  metaCostUsdMicros: number
  markupPercent: number
  discountPercent?: number
}

/** The prices in effect, for one country. */
export const currentPricesQuery = (countryCode: string) =>
  queryOptions({
    queryKey: [...ADMIN, 'pricing', 'preview', countryCode],
    queryFn: ({ signal }) =>
      api.get<Page<Price>>('/admin/pricing', { current: 'true', countryCode, pageSize: 100 }, signal),
  })

/** The price of the currency itself, else the one in dollars, which applies to all currencies without their own. */
export const priceToday = (
  prices: readonly Price[],
  { category, countryCode, currency }: { category: string; countryCode: string; currency: string },
) =>
  [currency, 'USD']
    .map((one) =>
      prices.find(
        (price) => price.category === category && price.countryCode === countryCode && price.currency === one,
      ),
    )
    .find((price) => price !== undefined)

const CENT = 100
/** Cost and markup less the discount, in millionths of a ten-thousandth of a dollar. */
const chargedOf = ({ metaCostUsdMicros, markupPercent, discountPercent = 0 }: Amount) =>
  metaCostUsdMicros * (CENT + markupPercent) * (CENT - discountPercent)

/** `USD 0.01284` */
export const usd = (price: Amount) =>
  t('USD {amount}', { amount: (chargedOf(price) / (CENT * CENT * 1_000_000)).toFixed(8).replace(/0{1,4}$/, '') })

/** `+12.1%`; undefined if the price was free. */
export function changePercent(today: Amount, price: Amount): string | undefined {
  const before = chargedOf(today)
  if (before === 0) return undefined
  const percent = ((chargedOf(price) - before) / before) * CENT
  return `${percent < 0 ? '−' : '+'}${Math.abs(percent).toFixed(1)}%`
}

/** `USD 0.01284 (+12.1%)` */
export function priceWithChange(today: Amount | undefined, price: Amount): string {
  const change = today && changePercent(today, price)
  return change ? t('{amount} ({change})', { amount: usd(price), change }) : usd(price)
}
