import { Anchor, Group, Paper, Progress, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Dashboard } from '../../api/queries.ts'
import { useFormat } from '../../components/values/locale-context.tsx'
import { Money } from '../../components/values/money.tsx'
import { StatusDot } from '../../components/values/status-dot.tsx'
import { RelativeTime } from '../../components/values/time.tsx'
import { t } from '../../format/translate.ts'
import { STATES } from '../campaigns/display-names.ts'
import classes from './recent-campaigns.module.css'

type Campaign = Dashboard['recentCampaigns'][number]

/** The newest campaigns with what they delivered and cost. */
export const RecentCampaigns = ({ campaigns }: { campaigns: readonly Campaign[] }) => (
  <Paper withBorder p="md" component="section" aria-label={t('Recent campaigns')}>
    <Group justify="space-between" mb="xs">
      <Title order={2} size="h4">
        {t('Recent campaigns')}
      </Title>
      <Anchor component={Link} to="/campaigns" size="sm">
        {t('All campaigns')}
      </Anchor>
    </Group>
    <ul className={classes.campaigns}>
      {campaigns.map((campaign) => (
        <OneCampaign key={campaign.id} campaign={campaign} />
      ))}
    </ul>
  </Paper>
)

function OneCampaign({ campaign }: { campaign: Campaign }) {
  const format = useFormat()
  const { id, name, status, counts, progress, readCount, cost, currency, launchedAt, scheduledAt, createdAt } = campaign
  const [tone, word] = STATES[status]
  const isRunning = status === 'RUNNING' || status === 'PAUSED'
  return (
    <li className={classes.campaign}>
      <div className={classes.name}>
        <Anchor
          renderRoot={(props) => <Link {...props} to="/campaigns/$id" params={{ id }} />}
          fw={600}
          className={classes.clamp}
          title={name}
        >
          {name}
        </Anchor>
        <Text size="sm" c="dimmed" component="div">
          <StatusDot tone={tone}>{word}</StatusDot> ·{' '}
          <RelativeTime at={(status === 'SCHEDULED' ? scheduledAt : launchedAt) ?? createdAt} />
        </Text>
        {isRunning && (
          <Progress
            mt={6}
            value={progress.percent}
            aria-label={t('{name}: {percent} percent sent', { name, percent: progress.percent })}
          />
        )}
      </div>
      {launchedAt && (
        <dl className={classes.figures}>
          <Figure name={t('Delivered')} note={shareOf(counts.DELIVERED, progress.total)}>
            {format.number(counts.DELIVERED)}
          </Figure>
          <Figure name={t('Read')} note={shareOf(readCount, progress.total)}>
            {format.number(readCount)}
          </Figure>
          <Figure name={t('Failed')} note={shareOf(counts.FAILED, progress.total)}>
            {format.number(counts.FAILED)}
          </Figure>
          <Figure name={t('Cost')}>
            <Money minorUnits={cost.capturedMinorUnit} currency={currency} />
          </Figure>
        </dl>
      )}
    </li>
  )
}

const Figure = ({ name, note, children }: { name: string; note?: string; children: React.ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      {children}
      {note && <span className={classes.share}> {note}</span>}
    </dd>
  </div>
)

const shareOf = (count: number, total: number) => (total > 0 ? `${Math.round((100 * count) / total)}%` : '')
