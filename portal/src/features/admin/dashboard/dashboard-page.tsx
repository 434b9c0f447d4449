import type { DashboardView } from '@harkara/server/admin/schema'
import { Anchor, SimpleGrid, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../../api/api.ts'
import type { Out } from '../../../api/types.ts'
import { ColumnChart } from '../../../components/chart/lazy-charts.ts'
import { fromFirstActivity } from '../../../components/chart/scale.ts'
import { ErrorState } from '../../../components/feedback/error-state.tsx'
import { ChartCard } from '../../../components/layout/chart-card.tsx'
import { PageHeader } from '../../../components/layout/page-header.tsx'
import { StatCard } from '../../../components/layout/stat-card.tsx'
import { useFormat, useLocale } from '../../../components/values/locale-context.tsx'
import { Money } from '../../../components/values/money.tsx'
import { formatMonthDay } from '../../../format/dates.ts'
import { formatMoney, formatMoneyTick } from '../../../format/money.ts'
import { t } from '../../../format/translate.ts'
import { STATES } from '../../billing/display-names.ts'
import { ADMIN } from '../queries.ts'

type Dashboard = Out<typeof DashboardView>
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
      <PageHeader title={t('Dashboard')} about={t('Platform status and revenue of the last 30 days (UTC).')} />
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
        name={t('Refund requests')}
        note={
          <Anchor component={Link} to="/admin/refunds" size="sm">
            {data ? t('{count} in progress', { count: count(data.refunds.processing) }) : t('Refunds')}
          </Anchor>
        }
      >
        {data && count(data.refunds.requested)}
      </StatCard>
      <StatCard
        name={t('Unmatched payments')}
        note={
          <Anchor component={Link} to="/admin/payments" size="sm">
            {t('Review payments')}
          </Anchor>
        }
      >
        {data && count(data.unplacedPayments)}
      </StatCard>
      <StatCard
        name={t('Dead letters')}
        note={
          <Anchor component={Link} to="/admin/dead-letters" size="sm">
            {t('Review dead letters')}
          </Anchor>
        }
      >
        {data && count(data.deadLetters)}
      </StatCard>
      <StatCard
        name={t('Unmatched webhooks')}
        note={
          <Anchor component={Link} to="/admin/dead-letters" size="sm">
            {t('Review webhooks')}
          </Anchor>
        }
      >
        {data && count(data.flaggedWebhooks)}
      </StatCard>
    </SimpleGrid>
  )
}

function PlatformStats({ data }: { data: Dashboard | undefined }) {
  const { number: count } = useFormat()
  const messaging = data?.messaging
  const plans = Object.entries(STATES).map(
    ([status, [, word]]) => `${count(data?.subscriptions[status] ?? 0)} ${word.toLowerCase()}`,
  )
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
      <StatCard
        name={t('Vendors')}
        note={
          data
            ? t('{count} new · {count2} suspended · {count3} closed', {
                count: count(data.vendors.new),
                count2: count(data.vendors.suspended),
                count3: count(data.vendors.closed),
              })
            : t('New · suspended · closed')
        }
      >
        {data && count(data.vendors.total)}
      </StatCard>
      <StatCard name={t('Active plans')} note={data ? plans.join(' · ') : t('By status')}>
        {data && count(data.subscriptions['ACTIVE'] ?? 0)}
      </StatCard>
      <StatCard
        name={t('Running campaigns')}
        note={
          messaging
            ? t(
                '{count} scheduled · {count2} paused · {count3} launched to {recipients, plural, one {# recipient} other {# recipients}}',
                {
                  count: count(messaging.scheduledCampaigns),
                  count2: count(messaging.pausedCampaigns),
                  count3: count(messaging.launchedCampaigns),
                  recipients: messaging.recipients,
                },
              )
            : t('Scheduled · paused · launched')
        }
      >
        {messaging && count(messaging.runningCampaigns)}
      </StatCard>
      <StatCard
        name={t('Queued messages')}
        note={
          messaging
            ? t('{count} in flight · {count2} unconfirmed', {
                count: count(messaging.sendingMessages),
                count2: count(messaging.unknownMessages),
              })
            : t('In flight · unconfirmed')
        }
      >
        {messaging && count(messaging.queuedMessages)}
      </StatCard>
      {data?.wallets.map(({ currency, wallets, balanceMinorUnit, bonusMinorUnit, reservedMinorUnit }) => (
        <StatCard
          key={currency}
          name={t('Wallet balances ({currency})', { currency })}
          note={t('{wallets, plural, one {# wallet} other {# wallets}} · {amount} bonus · {amount2} on hold', {
            wallets,
            amount: formatMoney(bonusMinorUnit, currency),
            amount2: formatMoney(reservedMinorUnit, currency),
          })}
        >
          <Money minorUnits={balanceMinorUnit} currency={currency} />
        </StatCard>
      ))}
    </SimpleGrid>
  )
}

/** A single column says no more than its figure. */
const COLUMNS_MIN = 2

function Revenue({ data: { daily, revenue } }: { data: Dashboard }) {
  const locale = useLocale()
  const inr = (paise: number) => formatMoney(paise, 'INR')
  // The server groups by UTC days, so they must not be converted to another time zone.
  const dayOf = (day: string) => formatMonthDay(day, { ...locale, timeZone: 'UTC' })
  return (
    <ChartCard
      title={t('Revenue by day')}
      about={t('Wallet recharges {inr} · plans {inr2} · setup {inr3} · refunds {inr4}, including GST', {
        inr: inr(revenue.rechargeInrPaise),
        inr2: inr(revenue.subscriptionInrPaise),
        inr3: inr(revenue.setupInrPaise),
        inr4: inr(revenue.refundInrPaise),
      })}
      height={HEIGHT}
      headers={[t('Day'), t('Wallet recharges'), t('Plans'), t('Setup'), t('Refunds'), t('New vendors')]}
      rows={daily.map((day) => [
        dayOf(day.day),
        inr(day.rechargeInrPaise),
        inr(day.subscriptionInrPaise),
        inr(day.setupInrPaise),
        inr(day.refundInrPaise),
        String(day.newVendors),
      ])}
    >
      {daily.filter(hasRevenue).length >= COLUMNS_MIN && (
        <ColumnChart
          label={t('Revenue by day')}
          height={HEIGHT}
          format={inr}
          formatTick={(paise) => formatMoneyTick(paise, 'INR')}
          series={SERIES}
          points={fromFirstActivity(daily, hasRevenue).map((day) => ({
            label: dayOf(day.day),
            values: [day.rechargeInrPaise, day.subscriptionInrPaise, day.setupInrPaise],
          }))}
        />
      )}
    </ChartCard>
  )
}

const SERIES = [
  { name: t('Wallet recharges'), tone: 'main' },
  { name: t('Plans'), tone: 'second' },
  { name: t('Setup'), tone: 'muted' },
] as const

const hasRevenue = (day: Dashboard['daily'][number]) =>
  day.rechargeInrPaise + day.subscriptionInrPaise + day.setupInrPaise > 0
