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
import { StatusDot } from '../../../components/values/status-dot.tsx'
import { RelativeTime } from '../../../components/values/time.tsx'
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
      <PageHeader title="Campaign" actions={<AllCampaigns />} />
      <ErrorState error={error} retry={() => void refetch()} />
    </>
  )
}

const AllCampaigns = () => (
  <Button component={Link} to="/campaigns" variant="default">
    All campaigns
  </Button>
)

function CampaignDetails({ campaign }: { campaign: Campaign }) {
  useRefreshedBalance(campaign.cost.heldMinorUnit)
  return (
    <>
      <PageHeader title={campaign.name} tab="Campaign" actions={<AllCampaigns />} />
      <Stack gap="lg">
        <CampaignStatus campaign={campaign} />
        <CampaignActions campaign={campaign} />
        {campaign.launchedAt && <ProgressBar campaign={campaign} />}
        {campaign.launchedAt && <Deliveries campaign={campaign} />}
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
  const format = useFormat()
  const [tone, word] = STATES[campaign.status]
  const recipientsText = format.plural(campaign.recipients, 'recipient')
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
          Retries the failed messages of{' '}
          <Anchor component={Link} to={`/campaigns/${campaign.parentCampaignId}` as LinkProps['to']}>
            an earlier campaign
          </Anchor>
          .
        </Text>
      )}
      {campaign.skipped > 0 && (
        <Text size="sm" mt={4}>
          Skipped: {campaign.skippedReasons.map((skipped) => describeSkipped(format, skipped)).join('; ')}.
        </Text>
      )}
      {campaign.pauseExplanation && (
        <Alert bg="var(--portal-yellow)" c="var(--portal-yellow-ink)" mt="sm" title="Campaign paused" role="status">
          <Text size="sm">{campaign.pauseExplanation}</Text>
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
        · Starts on {format.instant(scheduledAt)} (<RelativeTime at={scheduledAt} />)
      </>
    )
  if (endedAt)
    return (
      <>
        · Ended <RelativeTime at={endedAt} />
      </>
    )
  if (!launchedAt) return null
  return (
    <>
      · Launched <RelativeTime at={launchedAt} />{' '}
      {endsAt && (
        <>
          · Last message sent <RelativeTime at={endsAt} />
        </>
      )}
    </>
  )
}

function PauseAction({ campaign: { id, pauseReason } }: { campaign: Campaign }) {
  const isAdmin = useIsAdmin()
  if (pauseReason === 'INSUFFICIENT_BALANCE')
    return isAdmin ? (
      <AddFundsButton next={`/campaigns/${id}`} size="compact-sm" mt="xs">
        Add funds
      </AddFundsButton>
    ) : (
      <AdminOnlyNotice action="add funds" />
    )
  if (pauseReason?.startsWith('SUBSCRIPTION_') || pauseReason === 'CONVERSATION_CAP_REACHED')
    return (
      <Button component={Link} to="/billing/plan" size="compact-sm" mt="xs">
        View plan
      </Button>
    )
  return null
}
