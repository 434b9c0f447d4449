import type { FeeView } from '@harkara/server/pricing/schema'
import { useQuery } from '@tanstack/react-query'
import { fetchAllPages } from '../../../api/fetch-all-pages.ts'
import { serverNow } from '../../../api/page-settings.ts'
import type { Out } from '../../../api/types.ts'
import { ErrorState } from '../../../components/feedback/error-state.tsx'
import { LoadingLines } from '../../../components/feedback/loading.tsx'
import { formatMoney } from '../../../format/money.ts'
import { t } from '../../../format/translate.ts'
import { ADMIN } from '../queries.ts'
import { fromTo, WhatChanges } from './what-changes.tsx'

export type Fee = Out<typeof FeeView>
type FeeTerms = Pick<Fee, 'currency' | 'flatMinorUnit' | 'percent'>

/** What a new fee changes, also for an example. */
export function FeePreview({ fee }: { fee: FeeTerms }) {
  const {
    data: fees,
    error,
    refetch,
  } = useQuery({
    queryKey: [...ADMIN, 'fees', 'all'],
    queryFn: ({ signal }) => fetchAllPages<Fee>('/admin/platform-fees', signal),
  })
  if (error) return <ErrorState error={error} retry={() => void refetch()} />
  if (!fees) return <LoadingLines />
  const today = feeToday(fees, fee.currency, serverNow())
  return (
    <WhatChanges
      items={[
        [t('Fee today'), describe(today)],
        [t('New fee'), describe(fee)],
        [
          t('Fee on a message cost of {amount}', { amount: formatMoney(EXAMPLE_MINOR_UNITS, fee.currency) }),
          fromTo(exampleOf(today), exampleOf(fee)),
        ],
      ]}
    />
  )
}

/** The latest fee of a currency that has started. */
export const feeToday = (fees: readonly Fee[], currency: string, now: Date): FeeTerms =>
  fees
    .filter((fee) => fee.currency === currency && new Date(fee.effectiveFrom) <= now)
    .sort((a, b) => (a.effectiveFrom < b.effectiveFrom ? 1 : -1))[0] ?? { currency, flatMinorUnit: 0, percent: 0 }

const describe = ({ flatMinorUnit, percent, currency }: FeeTerms) =>
  flatMinorUnit === 0 && percent === 0
    ? t('None')
    : t('{amount} per campaign and {percent}% of the message cost', {
        amount: formatMoney(flatMinorUnit, currency),
        percent,
      })

/** A share of it is a whole number of minor units in every currency. */
const EXAMPLE_MINOR_UNITS = 100_000
const exampleOf = ({ flatMinorUnit, percent, currency }: FeeTerms) =>
  formatMoney(flatMinorUnit + (EXAMPLE_MINOR_UNITS * percent) / 100, currency)
