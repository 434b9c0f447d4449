import { SimpleGrid, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { api } from '../../../api/api.ts'
import { ErrorState } from '../../../components/feedback/error-state.tsx'
import { ChartCard } from '../../../components/layout/chart-card.tsx'
import { useFormat, useLocale } from '../../../components/values/locale-context.tsx'
import { formatSecond, formatTime } from '../../../format/dates.ts'
import { type Campaign, pollInterval, type Timeline } from '../queries.ts'
import { runningTotals } from './progress.ts'

const DeliveriesChart = lazy(async () => ({ default: (await import('./delivery-charts.tsx')).DeliveriesChart }))
const FunnelChart = lazy(async () => ({ default: (await import('./delivery-charts.tsx')).FunnelChart }))
const HEIGHT = 220

/** Deliveries over time, and the delivery funnel. */
export function Deliveries({ campaign }: { campaign: Campaign }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['campaigns', 'timeline', campaign.id],
    queryFn: ({ signal }) => api.get<Timeline>(`/campaigns/${campaign.id}/timeline`, undefined, signal),
    refetchInterval: pollInterval(campaign),
  })
  if (!data)
    return error ? <ErrorState error={error} retry={() => void refetch()} /> : <Skeleton height={HEIGHT + 126} />
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
      <DeliveriesOverTime campaign={campaign} timeline={data} />
      <Funnel campaign={campaign} timeline={data} />
    </SimpleGrid>
  )
}

function DeliveriesOverTime({
  campaign,
  timeline: { stepSeconds, steps },
}: {
  campaign: Campaign
  timeline: Timeline
}) {
  const format = useFormat()
  const locale = useLocale()
  const totals = runningTotals(steps)
  const last = totals.at(-1)
  // The labels must be unique along the axis.
  const timeOf = (at: string) =>
    stepSeconds < 60 ? formatSecond(at, locale) : isOverADay(steps) ? format.instant(at) : formatTime(at, locale)
  return (
    <ChartCard
      title="Deliveries over time"
      about={
        last
          ? `${format.number(last.delivered)} of ${format.number(campaign.progress.total)} delivered · ${format.number(last.failed)} failed`
          : 'No messages sent yet.'
      }
      height={HEIGHT}
      headers={['Time', 'Sent', 'Delivered', 'Failed']}
      rows={totals.map(({ at, sent, delivered, failed }) => [
        format.instant(at),
        format.number(sent),
        format.number(delivered),
        format.number(failed),
      ])}
    >
      <DeliveriesChart
        height={HEIGHT}
        points={totals.map(({ at, sent, delivered, failed }) => ({
          time: timeOf(at),
          Sent: sent,
          Delivered: delivered,
          Failed: failed,
        }))}
      />
    </ChartCard>
  )
}

const DAY_MS = 86_400_000
const isOverADay = (steps: Timeline['steps']) =>
  Date.parse(steps.at(-1)?.at ?? '') - Date.parse(steps[0]?.at ?? '') > DAY_MS

function Funnel({ campaign: { counts, readCount }, timeline }: { campaign: Campaign; timeline: Timeline }) {
  const format = useFormat()
  const accepted = timeline.steps.reduce((sum, { sent }) => sum + sent, 0)
  const stages = [
    { stage: 'Accepted', Recipients: accepted },
    { stage: 'Delivered', Recipients: counts.DELIVERED },
    { stage: 'Read', Recipients: readCount },
    { stage: 'Failed', Recipients: counts.FAILED },
  ]
  const share = (count: number) => (accepted > 0 ? `${Math.round((100 * count) / accepted)}%` : '0%')
  return (
    <ChartCard
      title="Delivery funnel"
      about={`${share(counts.DELIVERED)} delivered · ${share(readCount)} read, of ${format.number(accepted)} accepted by the provider`}
      height={HEIGHT}
      headers={['Stage', 'Recipients']}
      rows={stages.map(({ stage, Recipients }) => [stage, format.number(Recipients)])}
    >
      <FunnelChart height={HEIGHT} stages={stages} />
    </ChartCard>
  )
}
