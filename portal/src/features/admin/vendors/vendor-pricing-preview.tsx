import { CATEGORIES } from '@harkara/server/domain/money/pricing'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ErrorState } from '../../../components/feedback/error-state.tsx'
import { LoadingLines } from '../../../components/feedback/loading.tsx'
import { countryName } from '../../../format/text.ts'
import { t } from '../../../format/translate.ts'
import { currentPricesQuery, type Price, priceToday, priceWithChange, usd } from '../pricing/charged-price.ts'
import { PRICE_CATEGORIES } from '../pricing/price-categories.ts'
import { fromTo, WhatChanges } from '../pricing/what-changes.tsx'
import type { Tier, VendorDetail } from '../queries.ts'

export interface VendorTerms {
  tier: Tier | undefined
  /** The vendor's own; null: that of the tier or of the price. */
  markupPercent: number | null
}

interface PreviewProps {
  vendor: Pick<VendorDetail, 'country' | 'wallet'>
  today: VendorTerms
  next: VendorTerms
}

/** What new terms change, and what that means for messages to the vendor's own country. */
export function VendorPricingPreview({ vendor: { country, wallet }, today, next }: PreviewProps) {
  const { data, error, refetch } = useQuery(currentPricesQuery(country))
  if (error) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <LoadingLines />
  const prices = CATEGORIES.flatMap(
    (category) => priceToday(data.data, { category, countryCode: country, currency: wallet.currency }) ?? [],
  )
  return (
    <>
      <WhatChanges
        items={[
          [t('Tier'), fromTo(tierName(today), tierName(next))],
          [t('Markup'), fromTo(markupName(today), markupName(next))],
          ...prices.map((price) => [nameOf(price), changeOf(price, today, next)] as const),
        ]}
      />
      <Text size="sm" c="dimmed">
        {t('Messages are charged in {currency} and rounded up to the smallest unit, so a change can be smaller.', {
          currency: wallet.currency,
        })}
      </Text>
    </>
  )
}

const nameOf = ({ category, countryCode }: Price) =>
  t('{category}, {country}', { category: PRICE_CATEGORIES[category], country: countryName(countryCode) })

/** `USD 0.013375 → USD 0.0120375 (−10.0%)` */
export function changeOf(price: Price, today: VendorTerms, next: VendorTerms): string {
  const [before, after] = [amountOf(price, today), amountOf(price, next)]
  return usd(before) === usd(after) ? usd(after) : `${usd(before)} → ${priceWithChange(before, after)}`
}

const tierName = ({ tier }: VendorTerms) =>
  tier
    ? t('{name} ({discountPercent}% discount)', { name: tier.name, discountPercent: tier.discountPercent })
    : t('No tier')

const markupName = (terms: VendorTerms) => {
  const own = markupOf(terms)
  return own === null ? t('From the price') : `${own}%`
}

const markupOf = ({ tier, markupPercent }: VendorTerms) => markupPercent ?? tier?.markupPercent ?? null

/** The vendor's markup takes precedence over its tier's, and that over the price's. Rounding is left out. */
const amountOf = (price: Price, terms: VendorTerms) => ({
  metaCostUsdMicros: price.metaCostUsdMicros,
  markupPercent: markupOf(terms) ?? price.markupPercent,
  discountPercent: terms.tier?.discountPercent ?? 0,
})
