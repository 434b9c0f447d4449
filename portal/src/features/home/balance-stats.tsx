import type { UsageView } from '@harkara/server/subscriptions/schema'
import { Anchor, Progress, SimpleGrid, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../api/api.ts'
import { balanceQuery, type Dashboard, subscriptionQuery } from '../../api/queries.ts'
import { useIsAdmin } from '../../api/session.ts'
import type { Out } from '../../api/types.ts'
import { StatCard } from '../../components/layout/stat-card.tsx'
import { useFormat } from '../../components/values/locale-context.tsx'
import { Money } from '../../components/values/money.tsx'
import { t } from '../../format/translate.ts'
import { describeRunway } from './runway.ts'

/** Available balance with how long it lasts, amount on hold, and conversations this month. */
export function BalanceStats({ dashboard }: { dashboard: Dashboard | undefined }) {
  const format = useFormat()
  const isAdmin = useIsAdmin()
  const { data: loaded } = useQuery(balanceQuery)
  const { data: subscription } = useQuery(subscriptionQuery)
  const { data: usage } = useQuery({
    queryKey: ['billing', 'usage'],
    queryFn: ({ signal }) => api.get<Out<typeof UsageView>>('/billing/usage', undefined, signal),
    enabled: Boolean(subscription),
  })
  // The dashboard's balance belongs to the same moment as its other figures.
  const balance = dashboard ? { ...dashboard.wallet, currency: dashboard.currency } : loaded
  const runway = dashboard && describeRunway(dashboard)
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
      <StatCard
        name={t('Available balance')}
        note={
          balance?.balanceMinorUnit === 0 ? (
            <>
              {t('Campaigns need funds.')}{' '}
              {isAdmin && (
                <Anchor component={Link} to="/wallet" inherit>
                  {t('Add funds')}
                </Anchor>
              )}
            </>
          ) : (
            (runway ?? t('For new campaigns and messages'))
          )
        }
      >
        {balance && <Money minorUnits={balance.balanceMinorUnit} currency={balance.currency} />}
      </StatCard>
      <StatCard name={t('On hold')} note={t('Reserved for running campaigns')}>
        {balance && <Money minorUnits={balance.reservedMinorUnit} currency={balance.currency} />}
      </StatCard>
      {subscription !== null && (
        <StatCard
          name={t('Conversations this month')}
          note={usage?.resetDate ? t('Resets on {resetDate}', { resetDate: format.day(usage.resetDate) }) : ''}
        >
          {usage && (
            <>
              {format.number(usage.conversationsUsed)}
              <Text span c="dimmed" size="md" fw={400}>
                {' '}
                {t('of {conversationCap}', { conversationCap: format.number(usage.conversationCap) })}
              </Text>
              <Progress
                value={Math.min(100, usage.percentUsed)}
                mt="xs"
                aria-label={t("{percentUsed} percent of this month's conversations used", {
                  percentUsed: usage.percentUsed,
                })}
              />
            </>
          )}
        </StatCard>
      )}
    </SimpleGrid>
  )
}
