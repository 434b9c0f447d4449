import type { UsageView } from '@harkara/server/subscriptions/schema'
import { Progress, SimpleGrid, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/api.ts'
import { balanceQuery, subscriptionQuery } from '../../api/queries.ts'
import type { Out } from '../../api/types.ts'
import { StatCard } from '../../components/layout/stat-card.tsx'
import { useFormat } from '../../components/values/locale-context.tsx'
import { Money } from '../../components/values/money.tsx'

/** Available balance, amount on hold, and conversations this month. */
export function BalanceStats() {
  const format = useFormat()
  const { data: balance } = useQuery(balanceQuery)
  const { data: subscription } = useQuery(subscriptionQuery)
  const { data: usage } = useQuery({
    queryKey: ['billing', 'usage'],
    queryFn: ({ signal }) => api.get<Out<typeof UsageView>>('/billing/usage', undefined, signal),
    enabled: Boolean(subscription),
  })
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
      <StatCard name="Available balance" note="For new campaigns and messages">
        {balance && <Money minorUnits={balance.balanceMinorUnit} currency={balance.currency} />}
      </StatCard>
      <StatCard name="On hold" note="Reserved for running campaigns">
        {balance && <Money minorUnits={balance.reservedMinorUnit} currency={balance.currency} />}
      </StatCard>
      {subscription !== null && (
        <StatCard
          name="Conversations this month"
          note={usage?.resetDate ? `Resets on ${format.day(usage.resetDate)}` : ''}
        >
          {usage && (
            <>
              {format.number(usage.conversationsUsed)}
              <Text span c="dimmed" size="md" fw={400}>
                {' '}
                of {format.number(usage.conversationCap)}
              </Text>
              <Progress
                value={Math.min(100, usage.percentUsed)}
                mt="xs"
                aria-label={`${usage.percentUsed} percent of this month's conversations used`}
              />
            </>
          )}
        </StatCard>
      )}
    </SimpleGrid>
  )
}
