import { Button, SimpleGrid, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { balanceQuery, dashboardQuery, vendorQuery } from '../../api/queries.ts'
import { useIsAdmin } from '../../api/session.ts'
import { ErrorState } from '../../components/feedback/error-state.tsx'
import { LoadingLines } from '../../components/feedback/loading.tsx'
import { PlusIcon } from '../../components/icons.tsx'
import { PageHeader } from '../../components/layout/page-header.tsx'
import { t } from '../../format/translate.ts'
import { attentionItems } from './attention-items.ts'
import { AttentionList } from './attention-list.tsx'
import { BalanceStats } from './balance-stats.tsx'
import { Checklist } from './checklist.tsx'
import { CHART_HEIGHT, Deliveries, Spending } from './daily-charts.tsx'
import { RecentImports } from './recent-activity.tsx'
import { RecentCampaigns } from './recent-campaigns.tsx'
import { useOnboardingSteps } from './use-onboarding-steps.ts'

/** The onboarding checklist until the first campaign, then the dashboard. */
export function HomePage() {
  const { steps, error, retry } = useOnboardingSteps()
  // A vendor that has sent a campaign does not need the checklist, even if steps were skipped.
  const isDone = steps?.at(-1)?.isDone ?? false
  const open = steps?.filter((step) => !step.isDone).length ?? 0
  return (
    <>
      <PageHeader
        title={t('Home')}
        about={
          steps && !isDone
            ? t('{open} of {count} steps left to your first campaign.', { open, count: steps.length })
            : undefined
        }
        actions={
          isDone && (
            <Button component={Link} to="/campaigns/new" leftSection={<PlusIcon />}>
              {t('Create campaign')}
            </Button>
          )
        }
      />
      <Stack gap="lg">
        {!steps && (error ? <ErrorState error={error} retry={retry} /> : <LoadingLines lines={5} height={56} />)}
        {steps && !isDone && <Checklist steps={steps} />}
        {steps && (isDone ? <Dashboard /> : <BalanceStats dashboard={undefined} />)}
      </Stack>
    </>
  )
}

function Dashboard() {
  const isAdmin = useIsAdmin()
  const { data: vendor } = useQuery(vendorQuery)
  const { data: balance } = useQuery(balanceQuery)
  const { data: dashboard, error, refetch } = useQuery(dashboardQuery)
  const items = vendor && balance && dashboard ? attentionItems(vendor, balance, dashboard, isAdmin) : []
  return (
    <>
      {items.length > 0 && <AttentionList items={items} />}
      <BalanceStats dashboard={dashboard} />
      {error && !dashboard ? <ErrorState error={error} retry={() => void refetch()} /> : null}
      {!dashboard && !error && <Skeleton height={CHART_HEIGHT + 126} />}
      {dashboard && (
        <>
          <RecentCampaigns campaigns={dashboard.recentCampaigns} />
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
            <Deliveries daily={dashboard.daily} />
            <Spending dashboard={dashboard} />
          </SimpleGrid>
          <RecentImports imports={dashboard.recentImports} />
        </>
      )}
    </>
  )
}
