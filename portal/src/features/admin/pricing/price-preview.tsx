import type { PriceView } from '@harkara/server/pricing/schema'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/api.ts'
import type { Out, Page } from '../../../api/types.ts'
import { DescriptionList } from '../../../components/layout/description-list.tsx'
import { t } from '../../../format/translate.ts'
import { ADMIN } from '../queries.ts'

type Price = Out<typeof PriceView>
type Amount = Pick<Price, 'metaCostUsdMicros' | 'markupPercent'>

export interface NewPrice extends Amount {
  category: string
  countryCode: string
  currency: string
}

/** What a new price changes, before it is saved. Prices are in dollars; tiers and exchange rates apply to both. */
export function PricePreview({ price }: { price: NewPrice }) {
  const { countryCode } = price
  const { data } = useQuery({
    queryKey: [...ADMIN, 'pricing', 'preview', countryCode],
    queryFn: ({ signal }) =>
      api.get<Page<Price>>('/admin/pricing', { current: 'true', countryCode, pageSize: 100 }, signal),
  })
  if (!data) return null
  const today = priceToday(data.data, price)
  const change = today && changePercent(today, price)
  return (
    <section aria-label={t('What changes')}>
      <Text size="sm" fw={600} mb={4}>
        {t('What changes')}
      </Text>
      <DescriptionList
        items={[
          [t('Price today'), today ? describe(today, price.currency) : t('None. Campaigns cannot be quoted.')],
          [t('New price'), change ? t('{amount} ({change})', { amount: usd(price), change }) : usd(price)],
        ]}
      />
    </section>
  )
}

/** The price of the currency itself, else the one in dollars, which applies to all currencies without their own. */
export const priceToday = (prices: readonly Price[], { category, countryCode, currency }: NewPrice) =>
  [currency, 'USD']
    .map((one) =>
      prices.find(
        (price) => price.category === category && price.countryCode === countryCode && price.currency === one,
      ),
    )
    .find((price) => price !== undefined)

const describe = (today: Price, currency: string) =>
  today.currency === currency ? usd(today) : t('{amount}, the price for all currencies', { amount: usd(today) })

const CENT = 100
/** Cost and markup, in millionths of a hundredth of a dollar. */
const chargedOf = ({ metaCostUsdMicros, markupPercent }: Amount) => metaCostUsdMicros * (CENT + markupPercent)

/** `USD 0.01284` */
const usd = (price: Amount) =>
  t('USD {amount}', { amount: (chargedOf(price) / (CENT * 1_000_000)).toFixed(8).replace(/0{1,4}$/, '') })

/** `+12.1%`; undefined if the price was free. */
export function changePercent(today: Amount, price: Amount): string | undefined {
  const before = chargedOf(today)
  if (before === 0) return undefined
  const percent = ((chargedOf(price) - before) / before) * CENT
  return `${percent < 0 ? '−' : '+'}${Math.abs(percent).toFixed(1)}%`
}
