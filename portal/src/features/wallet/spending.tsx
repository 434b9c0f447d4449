import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { dashboardQuery } from '../../api/queries.ts'
import { ColumnChart } from '../../components/chart/lazy-charts.ts'
import { fromFirstActivity } from '../../components/chart/scale.ts'
import { ErrorState } from '../../components/feedback/error-state.tsx'
import { ChartCard } from '../../components/layout/chart-card.tsx'
import { useFormat, useLocale } from '../../components/values/locale-context.tsx'
import { formatMonthDay } from '../../format/dates.ts'
import { formatMoney, formatMoneyTick } from '../../format/money.ts'
import { t } from '../../format/translate.ts'

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
  const title = t('Spending by day')
  const spending = fromFirstActivity(daily, ({ spentMinorUnit }) => spentMinorUnit > 0)
  // One column has nothing to be compared with; the sentence says it all.
  const activeDays = spending.filter(({ spentMinorUnit }) => spentMinorUnit > 0).length
  return (
    <ChartCard
      title={title}
      about={
        totals.spentMinorUnit === 0
          ? t('No spending in the last 30 days.')
          : t('{amount} for {accepted, plural, one {# message} other {# messages}} in the last 30 days', {
              amount: formatMoney(totals.spentMinorUnit, currency),
              accepted: totals.accepted,
            })
      }
      height={HEIGHT}
      headers={[t('Day'), t('Spent'), t('Messages')]}
      rows={daily.map(({ day, spentMinorUnit, accepted }) => [
        dayOf(day),
        formatMoney(spentMinorUnit, currency),
        format.number(accepted),
      ])}
    >
      {activeDays > 1 && (
        <ColumnChart
          label={title}
          height={HEIGHT}
          format={(minorUnits) => formatMoney(minorUnits, currency)}
          formatTick={(minorUnits) => formatMoneyTick(minorUnits, currency)}
          series={[{ name: t('Spent'), tone: 'main' }]}
          points={spending.map(({ day, spentMinorUnit }) => ({ label: dayOf(day), values: [spentMinorUnit] }))}
        />
      )}
    </ChartCard>
  )
}
