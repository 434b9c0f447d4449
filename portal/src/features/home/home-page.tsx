import { SimpleGrid, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { balanceQuery, dashboardQuery, vendorQuery } from '../../api/queries.ts'
import { ErrorState } from '../../components/error-state.tsx'
import { LoadingLines } from '../../components/loading.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { concernsOf } from './attention-items.ts'
import { Concerns } from './attention-list.tsx'
import { Figures } from './balance-stats.tsx'
import { Checklist } from './checklist.tsx'
import { CHART_HEIGHT, Deliveries } from './deliveries.tsx'
import { RecentImports, RunningCampaigns } from './recent-activity.tsx'
import { useProgress } from './use-onboarding-steps.ts'

/** The onboarding checklist until the first campaign, then the dashboard. */
export function HomePage() {
  const steps = useProgress()
  // A vendor that has sent a campaign does not need the checklist, even if steps were skipped.
  const isDone = steps?.at(-1)?.isDone ?? false
  return (
    <>
      <PageHeader title="Home" about={steps && !isDone ? 'Five steps to your first campaign.' : undefined} />
      <Stack gap="lg">
        {!steps && <LoadingLines lines={5} height={56} />}
        {steps && !isDone && <Checklist steps={steps} />}
        {steps && <Standing isNew={!isDone} />}
      </Stack>
    </>
  )
}

/** New vendors do not see empty charts. */
function Standing({ isNew }: { isNew: boolean }) {
  const { data: vendor } = useQuery(vendorQuery)
  const { data: balance } = useQuery(balanceQuery)
  const { data: dashboard, error, refetch } = useQuery(dashboardQuery)
  const concerns = vendor && balance && dashboard && !isNew ? concernsOf(vendor, balance, dashboard) : []
  return (
    <>
      {concerns.length > 0 && <Concerns concerns={concerns} />}
      <Figures />
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
