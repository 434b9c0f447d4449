import { SimpleGrid, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { balanceQuery, dashboardQuery, vendorQuery } from '../../api/queries.ts'
import { ErrorState } from '../../components/feedback/error-state.tsx'
import { LoadingLines } from '../../components/feedback/loading.tsx'
import { PageHeader } from '../../components/layout/page-header.tsx'
import { attentionItems } from './attention-items.ts'
import { AttentionList } from './attention-list.tsx'
import { BalanceStats } from './balance-stats.tsx'
import { Checklist } from './checklist.tsx'
import { CHART_HEIGHT, Deliveries } from './deliveries.tsx'
import { RecentImports, RunningCampaigns } from './recent-activity.tsx'
import { useOnboardingSteps } from './use-onboarding-steps.ts'

/** The onboarding checklist until the first campaign, then the dashboard. */
export function HomePage() {
  const steps = useOnboardingSteps()
  // A vendor that has sent a campaign does not need the checklist, even if steps were skipped.
  const isDone = steps?.at(-1)?.isDone ?? false
  return (
    <>
      <PageHeader title="Home" about={steps && !isDone ? 'Five steps to your first campaign.' : undefined} />
      <Stack gap="lg">
        {!steps && <LoadingLines lines={5} height={56} />}
        {steps && !isDone && <Checklist steps={steps} />}
        {steps && <Dashboard isNew={!isDone} />}
      </Stack>
    </>
  )
}

/** New vendors do not see empty charts. */
function Dashboard({ isNew }: { isNew: boolean }) {
  const { data: vendor } = useQuery(vendorQuery)
  const { data: balance } = useQuery(balanceQuery)
  const { data: dashboard, error, refetch } = useQuery(dashboardQuery)
  const items = vendor && balance && dashboard && !isNew ? attentionItems(vendor, balance, dashboard) : []
  return (
    <>
      {items.length > 0 && <AttentionList items={items} />}
      <BalanceStats />
      {error && !dashboard ? <ErrorState error={error} retry={() => void refetch()} /> : null}
      {!isNew && !dashboard && !error && <Skeleton height={CHART_HEIGHT + 126} />}
      {!isNew && dashboard && (
        <>
          <Deliveries daily={dashboard.daily} />
          <SimpleGrid cols={{ base: 1, md: 2 }}>
            <RunningCampaigns running={dashboard.running} />
            <RecentImports imports={dashboard.recentImports} />
          </SimpleGrid>
        </>
      )}
    </>
  )
}
