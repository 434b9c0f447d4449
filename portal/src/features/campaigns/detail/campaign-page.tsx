import { Alert, Anchor, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, type LinkProps, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { balanceQuery } from '../../../api/queries.ts'
import { useIsAdmin } from '../../../api/session.ts'
import { AdminOnlyNotice } from '../../../components/feedback/admin-only-notice.tsx'
import { ErrorState } from '../../../components/feedback/error-state.tsx'
import { LoadingPage } from '../../../components/feedback/loading.tsx'
import { PageHeader } from '../../../components/layout/page-header.tsx'
import { useFormat } from '../../../components/values/locale-context.tsx'
import { rich } from '../../../components/values/rich.ts'
import { StatusDot } from '../../../components/values/status-dot.tsx'
import { RelativeTime } from '../../../components/values/time.tsx'
import { t, translateServerText } from '../../../format/translate.ts'
import { AddFundsButton } from '../add-funds-button.tsx'
import { STATES } from '../display-names.ts'
import { type Campaign, campaignQuery } from '../queries.ts'
import { describeSkipped } from '../skipped-contacts.ts'
import { CampaignActions } from './campaign-actions.tsx'
import { CampaignCost } from './campaign-cost.tsx'
import { CampaignMessage } from './campaign-message.tsx'
import { Deliveries } from './deliveries.tsx'
import { Failures } from './failures.tsx'
import { ProgressBar } from './progress-bar.tsx'
import { Recipients } from './recipients.tsx'

export function CampaignPage() {
  const { id } = useParams({ from: '/vendor/campaigns/$id' })
  const { data: campaign, error, refetch } = useQuery(campaignQuery(id))
  if (campaign) return <CampaignDetails key={id} campaign={campaign} />
  if (!error) return <LoadingPage />
  return (
    <>
      <PageHeader title={t('Campaign')} />
      <ErrorState error={error} retry={() => void refetch()} />
    </>
  )
}

function CampaignDetails({ campaign }: { campaign: Campaign }) {
  useRefreshedBalance(campaign.cost.heldMinorUnit)
  return (
    <>
      <PageHeader
        title={campaign.name}
        tab={t('Campaign')}
        actions={
          campaign.launchedAt && (
            <Button
              variant="default"
              renderRoot={(props) => <Link {...props} to="/campaigns/compare" search={{ a: campaign.id }} />}
            >
              {t('Compare campaigns')}
            </Button>
          )
        }
      />
      <Stack gap="lg">
        <CampaignStatus campaign={campaign} />
        <CampaignActions campaign={campaign} />
        {campaign.launchedAt && <ProgressBar campaign={campaign} />}
        {campaign.launchedAt && campaign.timeline && <Deliveries campaign={campaign} timeline={campaign.timeline} />}
        {campaign.failures.length > 0 && <Failures campaign={campaign} />}
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" style={{ alignItems: 'start' }}>
          <CampaignCost campaign={campaign} />
          <CampaignMessage campaign={campaign} />
        </SimpleGrid>
        {campaign.launchedAt && <Recipients campaign={campaign} />}
      </Stack>
    </>
  )
}

/** Refetches the balance in the top bar when the hold changes. */
function useRefreshedBalance(heldMinorUnit: number) {
  const queryClient = useQueryClient()
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the hold changes
  useEffect(() => {
    void queryClient.invalidateQueries({ queryKey: balanceQuery.queryKey })
  }, [heldMinorUnit])
}

/** The status, and why the campaign is paused or skipped contacts. */
function CampaignStatus({ campaign }: { campaign: Campaign }) {
  const [tone, word] = STATES[campaign.status]
  const recipientsText = t('{count, plural, one {# recipient} other {# recipients}}', { count: campaign.recipients })
  return (
    <div>
      <Group gap="sm">
        <StatusDot tone={tone}>{word}</StatusDot>
        <Text size="sm" c="dimmed">
          {campaign.templateName} · {recipientsText} <Dates campaign={campaign} />
        </Text>
      </Group>
      {campaign.parentCampaignId && (
        <Text size="sm" mt={4}>
          {rich('Retries the failed messages of <link>an earlier campaign</link>.', {
            link: (text) => (
              <Anchor component={Link} to={`/campaigns/${campaign.parentCampaignId}` as LinkProps['to']}>
                {text}
              </Anchor>
            ),
          })}
        </Text>
      )}
      {campaign.skipped > 0 && (
        <Text size="sm" mt={4}>
          {t('Skipped: {reasons}.', {
            reasons: campaign.skippedReasons.map((skipped) => describeSkipped(skipped)).join('; '),
          })}
        </Text>
      )}
      {campaign.pauseExplanation && (
        <Alert
          bg="var(--portal-yellow)"
          c="var(--portal-yellow-ink)"
          mt="sm"
          title={t('Campaign paused')}
          role="status"
        >
          <Text size="sm">{translateServerText(campaign.pauseExplanation)}</Text>
          <PauseAction campaign={campaign} />
        </Alert>
      )}
    </div>
  )
}

function Dates({ campaign: { status, scheduledAt, launchedAt, endedAt, endsAt } }: { campaign: Campaign }) {
  const format = useFormat()
  if (status === 'SCHEDULED' && scheduledAt)
    return (
      <>
        {rich('· Starts on {scheduledAt} ({time})', {
          scheduledAt: format.instant(scheduledAt),
          time: <RelativeTime at={scheduledAt} />,
        })}
      </>
    )
  if (status === 'PAUSED' && scheduledAt && !launchedAt)
    return <>{rich('· Scheduled for {scheduledAt}', { scheduledAt: format.instant(scheduledAt) })}</>
  if (endedAt) return <>{rich('· Ended {time}', { time: <RelativeTime at={endedAt} /> })}</>
  if (!launchedAt) return null
  return (
    <>
      {rich('· Launched {time}', { time: <RelativeTime at={launchedAt} /> })}{' '}
      {endsAt && <>{rich('· Last message sent {time}', { time: <RelativeTime at={endsAt} /> })}</>}
    </>
  )
}

function PauseAction({ campaign: { id, pauseReason } }: { campaign: Campaign }) {
  const isAdmin = useIsAdmin()
  if (pauseReason === 'INSUFFICIENT_BALANCE')
    return isAdmin ? (
      <AddFundsButton next={`/campaigns/${id}`} size="compact-sm" mt="xs">
        {t('Add funds')}
      </AddFundsButton>
    ) : (
      <AdminOnlyNotice action={t('add funds')} />
    )
  if (pauseReason?.startsWith('SUBSCRIPTION_') || pauseReason === 'CONVERSATION_CAP_REACHED')
    return (
      <Button component={Link} to="/billing/plan" size="compact-sm" mt="xs">
        {t('View plan')}
      </Button>
    )
  return null
}
