import type { Dashboard } from '../../api/queries.ts'
import { ColumnChart } from '../../components/chart/lazy-charts.ts'
import { fromFirstActivity } from '../../components/chart/scale.ts'
import { ChartCard } from '../../components/layout/chart-card.tsx'
import { useFormat, useLocale } from '../../components/values/locale-context.tsx'
import { formatMonthDay } from '../../format/dates.ts'
import { formatMoney, formatMoneyTick } from '../../format/money.ts'
import { t } from '../../format/translate.ts'

const DAYS = 14
export const CHART_HEIGHT = 220
/** One column has nothing to be compared with; the sentence above it says it all. */
const COLUMNS_MIN = 2

const DELIVERIES = [
  { name: t('Delivered'), tone: 'main' },
  { name: t('In progress'), tone: 'muted' },
  { name: t('Failed'), tone: 'bad' },
] as const

/** Message status by sending day, for the last two weeks. */
export function Deliveries({ daily }: { daily: Dashboard['daily'] }) {
  const format = useFormat()
  const dayOf = useDayLabel()
  const days = fromFirstActivity(daily.slice(-DAYS), ({ messages }) => messages > 0)
  const points = days.map(({ day, messages, delivered, failed }) => ({
    label: dayOf(day),
    values: [delivered, messages - delivered - failed, failed],
  }))
  const sum = (of: (day: Dashboard['daily'][number]) => number) => days.reduce((all, day) => all + of(day), 0)
  const messages = sum((day) => day.messages)
  return (
    <ChartCard
      title={t('Deliveries by day')}
      about={
        messages === 0
          ? t('No messages in the last {days} days.', { days: DAYS })
          : t(
              '{sum} of {messages, plural, one {# message} other {# messages}} delivered · {sum2} failed · last {days} days',
              {
                sum: format.number(sum(({ delivered }) => delivered)),
                messages,
                sum2: format.number(sum(({ failed }) => failed)),
                days: DAYS,
              },
            )
      }
      height={CHART_HEIGHT}
      headers={[t('Day'), t('Delivered'), t('In progress'), t('Failed')]}
      rows={points.map(({ label, values }) => [label, ...values.map(format.number)])}
    >
      {days.filter((day) => day.messages > 0).length >= COLUMNS_MIN && (
        <ColumnChart
          label={t('Deliveries by day')}
          height={CHART_HEIGHT}
          format={format.number}
          series={DELIVERIES}
          points={points}
        />
      )}
    </ChartCard>
  )
}

/** What was charged for the messages of each day, for the last two weeks. */
export function Spending({ dashboard: { daily, currency } }: { dashboard: Dashboard }) {
  const dayOf = useDayLabel()
  const days = fromFirstActivity(daily.slice(-DAYS), ({ spentMinorUnit }) => spentMinorUnit > 0)
  const total = days.reduce((all, { spentMinorUnit }) => all + spentMinorUnit, 0)
  const money = (minorUnits: number) => formatMoney(minorUnits, currency)
  const points = days.map(({ day, spentMinorUnit }) => ({ label: dayOf(day), values: [spentMinorUnit] }))
  return (
    <ChartCard
      title={t('Spending by day')}
      about={
        total === 0
          ? t('Nothing spent in the last {days} days.', { days: DAYS })
          : t('{amount} · last {days} days', { amount: money(total), days: DAYS })
      }
      height={CHART_HEIGHT}
      headers={[t('Day'), t('Spent')]}
      rows={points.map(({ label, values }) => [label, ...values.map(money)])}
    >
      {days.filter(({ spentMinorUnit }) => spentMinorUnit > 0).length >= COLUMNS_MIN && (
        <ColumnChart
          label={t('Spending by day')}
          height={CHART_HEIGHT}
          format={money}
          formatTick={(minorUnits) => formatMoneyTick(minorUnits, currency)}
          series={[{ name: t('Spent'), tone: 'main' }]}
          points={points}
        />
      )}
    </ChartCard>
  )
}

/** The server groups by days of the vendor's time zone, so they must not be converted again. */
function useDayLabel() {
  const locale = useLocale()
  return (day: string) => formatMonthDay(day, { ...locale, timeZone: 'UTC' })
}
