import { useQuery } from '@tanstack/react-query'
import { ErrorState } from '../../../components/feedback/error-state.tsx'
import { LoadingLines } from '../../../components/feedback/loading.tsx'
import { t } from '../../../format/translate.ts'
import { type Amount, currentPricesQuery, type Price, priceToday, priceWithChange, usd } from './charged-price.ts'
import { WhatChanges } from './what-changes.tsx'

interface NewPrice extends Amount {
  category: string
  countryCode: string
  currency: string
}

/** What a new price changes. Prices are in dollars; tiers and exchange rates apply to both. */
export function PricePreview({ price }: { price: NewPrice }) {
  const { data, error, refetch } = useQuery(currentPricesQuery(price.countryCode))
  if (error) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <LoadingLines />
  const today = priceToday(data.data, price)
  return (
    <WhatChanges
      items={[
        [t('Price today'), today ? describe(today, price.currency) : t('None. Campaigns cannot be quoted.')],
        [t('New price'), priceWithChange(today, price)],
      ]}
    />
  )
}

const describe = (today: Price, currency: string) =>
  today.currency === currency ? usd(today) : t('{amount}, the price for all currencies', { amount: usd(today) })
