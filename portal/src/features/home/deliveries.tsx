import { lazy } from 'react'
import type { Dashboard } from '../../api/queries.ts'
import { ChartFrame } from '../../components/chart-frame.tsx'
import { useFormat, usePlace } from '../../components/place-context.tsx'
import { formatMonthDay } from '../../format/dates.ts'

const DeliveriesChart = lazy(async () => ({ default: (await import('./deliveries-chart.tsx')).DeliveriesChart }))
const DAYS = 14
export const CHART_HEIGHT = 240

/** What became of the messages of the last two weeks, by the day they left. */
export function Deliveries({ daily }: { daily: Dashboard['daily'] }) {
  const format = useFormat()
  const place = usePlace()
  const days = daily.slice(-DAYS).map(({ day, messages, delivered, failed }) => ({
    // The days are the vendor's own already: no zone may move them.
    day: formatMonthDay(day, { ...place, timeZone: 'UTC' }),
    Delivered: delivered,
    'On their way': messages - delivered - failed,
    Failed: failed,
  }))
  const sum = (name: 'Delivered' | 'On their way' | 'Failed') => days.reduce((all, day) => all + day[name], 0)
  const messages = sum('Delivered') + sum('On their way') + sum('Failed')
  return (
    <ChartFrame
      title="Did the messages arrive?"
      about={
        messages === 0
          ? `No message left in the last ${DAYS} days. Your next campaign draws the first bar.`
          : `${format.count(sum('Delivered'))} of ${format.countOf(messages, 'message')} of the last ${DAYS} days were delivered; ${format.count(sum('Failed'))} failed.`
      }
      height={CHART_HEIGHT}
      heads={['Day', 'Delivered', 'On their way', 'Failed']}
      rows={days.map((day) => [
        day.day,
        format.count(day.Delivered),
        format.count(day['On their way']),
        format.count(day.Failed),
      ])}
    >
      {messages > 0 && <DeliveriesChart days={days} height={CHART_HEIGHT} />}
    </ChartFrame>
  )
}
