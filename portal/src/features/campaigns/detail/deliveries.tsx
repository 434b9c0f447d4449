import { SimpleGrid } from '@mantine/core'
import { BarList } from '../../../components/chart/bar-list.tsx'
import { LineChart } from '../../../components/chart/lazy-charts.ts'
import { ChartCard } from '../../../components/layout/chart-card.tsx'
import { useFormat, useLocale } from '../../../components/values/locale-context.tsx'
import { t } from '../../../format/translate.ts'
import type { Campaign, Timeline } from '../queries.ts'
import { runningTotals, timesOf } from './progress.ts'

const HEIGHT = 220

/** Deliveries over time, and the delivery funnel. */
export const Deliveries = ({ campaign, timeline }: { campaign: Campaign; timeline: Timeline }) => (
  <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
    <DeliveriesOverTime campaign={campaign} timeline={timeline} />
    <Funnel campaign={campaign} timeline={timeline} />
  </SimpleGrid>
)

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
  const { labelOf, titleOf } = timesOf({ stepSeconds, steps }, locale)
  return (
    <ChartCard
      title={t('Deliveries over time')}
      about={
        last
          ? t('{delivered} of {total} delivered · {failed} failed', {
              delivered: format.number(last.delivered),
              total: format.number(campaign.progress.total),
              failed: format.number(last.failed),
            })
          : t('No messages sent yet.')
      }
      height={HEIGHT}
      headers={[t('Time'), t('Sent'), t('Delivered'), t('Failed')]}
      rows={totals.map(({ at, sent, delivered, failed }) => [
        titleOf(at),
        format.number(sent),
        format.number(delivered),
        format.number(failed),
      ])}
    >
      {totals.length > 0 && (
        <LineChart
          label={t('Deliveries over time')}
          height={HEIGHT}
          format={format.number}
          series={SERIES}
          points={totals.map(({ at, sent, delivered, failed }) => ({
            label: labelOf(at),
            title: titleOf(at),
            values: [sent, delivered, failed],
          }))}
        />
      )}
    </ChartCard>
  )
}

const SERIES = [
  { name: t('Sent'), tone: 'second' },
  { name: t('Delivered'), tone: 'main' },
  { name: t('Failed'), tone: 'bad' },
] as const

function Funnel({ campaign: { counts, readCount }, timeline }: { campaign: Campaign; timeline: Timeline }) {
  const format = useFormat()
  const accepted = timeline.steps.reduce((sum, { sent }) => sum + sent, 0)
  const stages = [
    { name: t('Accepted'), count: accepted, tone: 'muted' },
    { name: t('Delivered'), count: counts.DELIVERED, tone: 'main' },
    { name: t('Read'), count: readCount, tone: 'second' },
    { name: t('Failed'), count: counts.FAILED, tone: 'bad' },
  ] as const
  const share = (count: number) => (accepted > 0 ? `${Math.round((100 * count) / accepted)}%` : '0%')
  return (
    <ChartCard
      title={t('Delivery funnel')}
      about={t('{share} delivered · {share2} read, of {accepted} accepted by the provider', {
        share: share(counts.DELIVERED),
        share2: share(readCount),
        accepted: format.number(accepted),
      })}
      height={HEIGHT}
      headers={[t('Stage'), t('Recipients')]}
      rows={stages.map(({ name, count }) => [name, format.number(count)])}
    >
      <BarList bars={stages} total={Math.max(accepted, counts.FAILED)} />
    </ChartCard>
  )
}
