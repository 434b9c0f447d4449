import { lazy } from 'react'
import type { Dashboard } from '../../api/queries.ts'
import { ChartCard } from '../../components/layout/chart-card.tsx'
import { useFormat, useLocale } from '../../components/values/locale-context.tsx'
import { formatMonthDay } from '../../format/dates.ts'

const DeliveriesChart = lazy(async () => ({ default: (await import('./deliveries-chart.tsx')).DeliveriesChart }))
const DAYS = 14
export const CHART_HEIGHT = 240

/** Message status by sending day, for the last two weeks. */
export function Deliveries({ daily }: { daily: Dashboard['daily'] }) {
  const format = useFormat()
  const locale = useLocale()
  const days = daily.slice(-DAYS).map(({ day, messages, delivered, failed }) => ({
    // The server groups by days of the vendor's time zone, so they must not be converted again.
    day: formatMonthDay(day, { ...locale, timeZone: 'UTC' }),
    Delivered: delivered,
    'In progress': messages - delivered - failed,
    Failed: failed,
  }))
  const sum = (name: 'Delivered' | 'In progress' | 'Failed') => days.reduce((all, day) => all + day[name], 0)
  const messages = sum('Delivered') + sum('In progress') + sum('Failed')
  return (
    <ChartCard
      title="Deliveries by day"
      about={
        messages === 0
          ? `No messages in the last ${DAYS} days.`
          : `${format.number(sum('Delivered'))} of ${format.plural(messages, 'message')} delivered · ${format.number(sum('Failed'))} failed · last ${DAYS} days`
      }
      height={CHART_HEIGHT}
      headers={['Day', 'Delivered', 'In progress', 'Failed']}
      rows={days.map((day) => [
        day.day,
        format.number(day.Delivered),
        format.number(day['In progress']),
        format.number(day.Failed),
      ])}
    >
      {messages > 0 && <DeliveriesChart days={days} height={CHART_HEIGHT} />}
    </ChartCard>
  )
}
