import type { DashboardView } from '@harkara/server/admin/schema'
import { Anchor, SimpleGrid, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy } from 'react'
import { api } from '../../../api/api.ts'
import type { Out } from '../../../api/types.ts'
import { ErrorState } from '../../../components/feedback/error-state.tsx'
import { ChartCard } from '../../../components/layout/chart-card.tsx'
import { PageHeader } from '../../../components/layout/page-header.tsx'
import { StatCard } from '../../../components/layout/stat-card.tsx'
import { useFormat, useLocale } from '../../../components/values/locale-context.tsx'
import { Money } from '../../../components/values/money.tsx'
import { formatMonthDay } from '../../../format/dates.ts'
import { formatMoney } from '../../../format/money.ts'
import { STATES } from '../../billing/display-names.ts'
import { ADMIN } from '../queries.ts'

type Dashboard = Out<typeof DashboardView>
const RevenueChart = lazy(async () => ({ default: (await import('./revenue-chart.tsx')).RevenueChart }))
const HEIGHT = 220
const POLL_MS = 30_000

export function DashboardPage() {
  const { data, error, refetch } = useQuery({
    queryKey: [...ADMIN, 'dashboard'],
    queryFn: ({ signal }) => api.get<Dashboard>('/admin/dashboard', undefined, signal),
    refetchInterval: POLL_MS,
  })
  return (
    <>
      <PageHeader title="Dashboard" about="Platform status and revenue of the last 30 days (UTC)." />
      {error && !data ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : (
        <Stack gap="lg">
          <AttentionStats data={data} />
          <PlatformStats data={data} />
          {data ? <Revenue data={data} /> : <Skeleton height={HEIGHT + 126} />}
        </Stack>
      )}
    </>
  )
}

/** Items that need an operator's attention. */
function AttentionStats({ data }: { data: Dashboard | undefined }) {
  const { number: count } = useFormat()
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }}>
      <StatCard
        name="Refund requests"
        note={
          <Anchor component={Link} to="/admin/refunds" size="sm">
            {data ? `${count(data.refunds.processing)} in progress` : 'Refunds'}
          </Anchor>
        }
      >
        {data && count(data.refunds.requested)}
      </StatCard>
      <StatCard
        name="Unmatched payments"
        note={
          <Anchor component={Link} to="/admin/payments" size="sm">
            Review payments
          </Anchor>
        }
      >
        {data && count(data.unplacedPayments)}
      </StatCard>
      <StatCard
        name="Dead letters"
        note={
          <Anchor component={Link} to="/admin/dead-letters" size="sm">
            Review dead letters
          </Anchor>
        }
      >
        {data && count(data.deadLetters)}
      </StatCard>
      <StatCard
        name="Unmatched webhooks"
        note={
          <Anchor component={Link} to="/admin/dead-letters" size="sm">
            Review webhooks
          </Anchor>
        }
      >
        {data && count(data.flaggedWebhooks)}
      </StatCard>
    </SimpleGrid>
  )
}

function PlatformStats({ data }: { data: Dashboard | undefined }) {
  const { number: count, plural: pluralize } = useFormat()
  const messaging = data?.messaging
  const plans = Object.entries(STATES).map(
    ([status, [, word]]) => `${count(data?.subscriptions[status] ?? 0)} ${word.toLowerCase()}`,
  )
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
      <StatCard
        name="Vendors"
        note={
          data
            ? `${count(data.vendors.new)} new · ${count(data.vendors.suspended)} suspended · ${count(data.vendors.closed)} closed`
            : 'New · suspended · closed'
        }
      >
        {data && count(data.vendors.total)}
      </StatCard>
      <StatCard name="Active plans" note={data ? plans.join(' · ') : 'By status'}>
        {data && count(data.subscriptions['ACTIVE'] ?? 0)}
      </StatCard>
      <StatCard
        name="Running campaigns"
        note={
          messaging
            ? `${count(messaging.scheduledCampaigns)} scheduled · ${count(messaging.pausedCampaigns)} paused · ${count(messaging.launchedCampaigns)} launched to ${pluralize(messaging.recipients, 'recipient')}`
            : 'Scheduled · paused · launched'
        }
      >
        {messaging && count(messaging.runningCampaigns)}
      </StatCard>
      <StatCard
        name="Queued messages"
        note={
          messaging
            ? `${count(messaging.sendingMessages)} in flight · ${count(messaging.unknownMessages)} unconfirmed`
            : 'In flight · unconfirmed'
        }
      >
        {messaging && count(messaging.queuedMessages)}
      </StatCard>
      {data?.wallets.map(({ currency, wallets, balanceMinorUnit, bonusMinorUnit, reservedMinorUnit }) => (
        <StatCard
          key={currency}
          name={`Wallet balances (${currency})`}
          note={`${pluralize(wallets, 'wallet')} · ${formatMoney(bonusMinorUnit, currency)} bonus · ${formatMoney(reservedMinorUnit, currency)} on hold`}
        >
          <Money minorUnits={balanceMinorUnit} currency={currency} />
        </StatCard>
      ))}
    </SimpleGrid>
  )
}

function Revenue({ data: { daily, revenue } }: { data: Dashboard }) {
  const locale = useLocale()
  const inr = (paise: number) => formatMoney(paise, 'INR')
  // The server groups by UTC days, so they must not be converted to another time zone.
  const dayOf = (day: string) => formatMonthDay(day, { ...locale, timeZone: 'UTC' })
  const isNothing = revenue.rechargeInrPaise + revenue.subscriptionInrPaise + revenue.setupInrPaise === 0
  return (
    <ChartCard
      title="Revenue by day"
      about={`Wallet funds ${inr(revenue.rechargeInrPaise)} · plans ${inr(revenue.subscriptionInrPaise)} · setup ${inr(revenue.setupInrPaise)} · refunds ${inr(revenue.refundInrPaise)}, including GST`}
      height={HEIGHT}
      headers={['Day', 'Wallet funds', 'Plans', 'Setup', 'Refunds', 'New vendors']}
      rows={daily.map((day) => [
        dayOf(day.day),
        inr(day.rechargeInrPaise),
        inr(day.subscriptionInrPaise),
        inr(day.setupInrPaise),
        inr(day.refundInrPaise),
        String(day.newVendors),
      ])}
    >
      {!isNothing && (
        <RevenueChart
          height={HEIGHT}
          days={daily.map((day) => ({
            day: dayOf(day.day),
            'Wallet funds': day.rechargeInrPaise,
            Plans: day.subscriptionInrPaise,
            Setup: day.setupInrPaise,
          }))}
        />
      )}
    </ChartCard>
  )
}
