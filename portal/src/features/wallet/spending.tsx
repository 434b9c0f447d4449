import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { dashboardQuery } from '../../api/queries.ts'
import { ErrorState } from '../../components/feedback/error-state.tsx'
import { ChartCard } from '../../components/layout/chart-card.tsx'
import { useFormat, useLocale } from '../../components/values/locale-context.tsx'
import { formatMonthDay } from '../../format/dates.ts'
import { formatMoney } from '../../format/money.ts'

const SpendingChart = lazy(async () => ({ default: (await import('./spending-chart.tsx')).SpendingChart }))
const HEIGHT = 220

/** Spending by day. */
export function Spending() {
  const format = useFormat()
  const locale = useLocale()
  const { data, error, refetch } = useQuery(dashboardQuery)
  if (!data)
    return error ? <ErrorState error={error} retry={() => void refetch()} /> : <Skeleton height={HEIGHT + 126} />
  const { daily, currency, totals } = data
  // The server groups by days of the vendor's time zone, so they must not be converted again.
  const dayOf = (day: string) => formatMonthDay(day, { ...locale, timeZone: 'UTC' })
  const title = 'Spending by day'
  return (
    <ChartCard
      title={title}
      about={
        totals.spentMinorUnit === 0
          ? 'No spending in the last 30 days.'
          : `${formatMoney(totals.spentMinorUnit, currency)} for ${format.plural(totals.accepted, 'message')} in the last 30 days`
      }
      height={HEIGHT}
      headers={['Day', 'Spent', 'Messages']}
      rows={daily.map(({ day, spentMinorUnit, accepted }) => [
        dayOf(day),
        formatMoney(spentMinorUnit, currency),
        format.number(accepted),
      ])}
    >
      {totals.spentMinorUnit > 0 && (
        <SpendingChart
          days={daily.map(({ day, spentMinorUnit }) => ({ day: dayOf(day), Spent: spentMinorUnit }))}
          currency={currency}
          height={HEIGHT}
        />
      )}
    </ChartCard>
  )
}
