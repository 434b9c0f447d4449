import { Paper, Text, Title } from '@mantine/core'
import { useFormat } from '../../../components/values/locale-context.tsx'
import { t } from '../../../format/translate.ts'
import { type Campaign, hasEnded } from '../queries.ts'
import { type Segment, segmentsOf } from './progress.ts'
import classes from './progress-bar.module.css'

const NAMES: Record<Segment, string> = {
  waiting: t('Queued'),
  sent: t('Sent, unconfirmed'),
  delivered: t('Delivered'),
  failed: t('Failed'),
  cancelled: t('Cancelled'),
}

/** A segmented progress bar with a legend that also gives the counts as text. */
export function ProgressBar({ campaign }: { campaign: Campaign }) {
  const format = useFormat()
  const segments = segmentsOf(campaign)
  const total = segments.reduce((sum, { count }) => sum + count, 0)
  return (
    <Paper withBorder p="md" component="section" aria-label={t('Progress')}>
      <Title order={2} size="h4" mb={4}>
        {hasEnded(campaign)
          ? t('{delivered} of {total} delivered', {
              delivered: format.number(campaign.counts.DELIVERED),
              total: format.number(total),
            })
          : t('{total} of {total2} queued', {
              total: format.number(campaign.progress.total - campaign.progress.done),
              total2: format.number(total),
            })}
      </Title>
      <div className={classes.bar} aria-hidden="true">
        {segments
          .filter(({ count }) => count > 0)
          .map(({ segment, count }) => (
            <div key={segment} data-segment={segment} style={{ flexGrow: count }} />
          ))}
      </div>
      <ul className={classes.legend}>
        {segments.map(({ segment, count }) => (
          <li key={segment} data-segment={segment}>
            {NAMES[segment]}{' '}
            <Text span fw={600} className={classes.count}>
              {format.number(count)}
            </Text>
            <Text span c="dimmed" size="sm">
              {total > 0 && ` ${Math.round((100 * count) / total)}%`}
            </Text>
          </li>
        ))}
      </ul>
    </Paper>
  )
}
