import type { DashboardView } from '@harkara/server/admin/schema'
import { Anchor, SimpleGrid, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy } from 'react'
import { api } from '../../api/api.ts'
import type { Out } from '../../api/types.ts'
import { ChartFrame } from '../../components/chart-frame.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { Figure } from '../../components/figure.tsx'
import { Money } from '../../components/money.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useFormat, usePlace } from '../../components/place-context.tsx'
import { formatMonthDay } from '../../format/dates.ts'
import { formatMoney } from '../../format/money.ts'
import { STATES } from '../billing/names.ts'
import { ADMIN } from './queries.ts'

type Dashboard = Out<typeof DashboardView>
const RevenueChart = lazy(async () => ({ default: (await import('./revenue-chart.tsx')).RevenueChart }))
const HEIGHT = 220
const OFTEN_MS = 30_000

export function DashboardPage() {
  const { data, error, refetch } = useQuery({
    queryKey: [...ADMIN, 'dashboard'],
    queryFn: ({ signal }) => api.get<Dashboard>('/admin/dashboard', undefined, signal),
    refetchInterval: OFTEN_MS,
  })
  return (
    <>
      <PageHeader title="Dashboard" about="The platform as it is now, and its money over the last thirty days (UTC)." />
      {error && !data ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : (
        <Stack gap="lg">
          <Waiting data={data} />
          <Now data={data} />
          {data ? <Revenue data={data} /> : <Skeleton height={HEIGHT + 126} />}
        </Stack>
      )}
    </>
  )
}

/** What waits for a person comes first. */
function Waiting({ data }: { data: Dashboard | undefined }) {
  const { count } = useFormat()
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }}>
      <Figure
        name="Refunds to decide"
        note={
          <Anchor component={Link} to="/admin/refunds" size="sm">
            {data ? `${count(data.refunds.processing)} more at the gateway` : 'Refunds'}
          </Anchor>
        }
      >
        {data && count(data.refunds.requested)}
      </Figure>
      <Figure
        name="Unplaced payments"
        note={
          <Anchor component={Link} to="/admin/payments" size="sm">
            Review unplaced payments
          </Anchor>
        }
      >
        {data && count(data.unplacedPayments)}
      </Figure>
      <Figure
        name="Dead letters"
        note={
          <Anchor component={Link} to="/admin/dead-letters" size="sm">
            What kept failing
          </Anchor>
        }
      >
        {data && count(data.deadLetters)}
      </Figure>
      <Figure
        name="Webhooks nobody could place"
        note={
          <Anchor component={Link} to="/admin/dead-letters" size="sm">
            Some may be about money
          </Anchor>
        }
      >
        {data && count(data.flaggedWebhooks)}
      </Figure>
    </SimpleGrid>
  )
}

function Now({ data }: { data: Dashboard | undefined }) {
  const { count, countOf } = useFormat()
  const messaging = data?.messaging
  const plans = Object.entries(STATES).map(
    ([status, [, word]]) => `${count(data?.subscriptions[status] ?? 0)} ${word.toLowerCase()}`,
  )
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
      <Figure
        name="Vendors"
        note={
          data
            ? `${count(data.vendors.new)} new, ${count(data.vendors.suspended)} suspended, ${count(data.vendors.closed)} closed`
            : 'New, suspended and closed'
        }
      >
        {data && count(data.vendors.total)}
      </Figure>
      <Figure name="Plans that are paid" note={data ? plans.join(', ') : 'By state'}>
        {data && count(data.subscriptions['ACTIVE'] ?? 0)}
      </Figure>
      <Figure
        name="Campaigns that run"
        note={
          messaging
            ? `${count(messaging.scheduledCampaigns)} scheduled, ${count(messaging.pausedCampaigns)} paused; ${count(messaging.launchedCampaigns)} launched to ${countOf(messaging.recipients, 'recipient')}`
            : 'Scheduled, paused and launched'
        }
      >
        {messaging && count(messaging.runningCampaigns)}
      </Figure>
      <Figure
        name="Messages that wait"
        note={
          messaging
            ? `${count(messaging.sendingMessages)} being sent, ${count(messaging.unknownMessages)} of unknown fate`
            : 'Being sent, and of unknown fate'
        }
      >
        {messaging && count(messaging.queuedMessages)}
      </Figure>
      {data?.wallets.map(({ currency, wallets, balanceMinorUnit, bonusMinorUnit, reservedMinorUnit }) => (
        <Figure
          key={currency}
          name={`In wallets (${currency})`}
          note={`${countOf(wallets, 'wallet')}; of it bonus ${formatMoney(bonusMinorUnit, currency)}; held besides ${formatMoney(reservedMinorUnit, currency)}`}
        >
          <Money minorUnits={balanceMinorUnit} currency={currency} />
        </Figure>
      ))}
    </SimpleGrid>
  )
}

function Revenue({ data: { daily, revenue } }: { data: Dashboard }) {
  const place = usePlace()
  const inr = (paise: number) => formatMoney(paise, 'INR')
  // The days are those of UTC: no zone may move them.
  const dayOf = (day: string) => formatMonthDay(day, { ...place, timeZone: 'UTC' })
  const isNothing = revenue.rechargeInrPaise + revenue.subscriptionInrPaise + revenue.setupInrPaise === 0
  return (
    <ChartFrame
      title="What vendors paid, day by day"
      about={`Recharges ${inr(revenue.rechargeInrPaise)}, plans ${inr(revenue.subscriptionInrPaise)}, setup ${inr(revenue.setupInrPaise)}; ${inr(revenue.refundInrPaise)} went back. GST included.`}
      height={HEIGHT}
      heads={['Day', 'Recharges', 'Plans', 'Setup', 'Went back', 'New vendors']}
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
            Recharges: day.rechargeInrPaise,
            Plans: day.subscriptionInrPaise,
            Setup: day.setupInrPaise,
          }))}
        />
      )}
    </ChartFrame>
  )
}
