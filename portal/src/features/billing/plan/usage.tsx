import type { UsageView } from '@harkara/server/subscriptions/schema'
import { Paper, Progress, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/api.ts'
import type { Out } from '../../../api/types.ts'
import { ErrorState } from '../../../components/feedback/error-state.tsx'
import { useFormat } from '../../../components/values/locale-context.tsx'
import { t } from '../../../format/translate.ts'

const NEARLY_PERCENT = 80

/** Conversations used this month, the limit, and the reset date. */
export function Usage({ reserved = 0 }: { reserved?: number }) {
  const format = useFormat()
  const { data, error, refetch } = useQuery({
    queryKey: ['billing', 'usage'],
    queryFn: ({ signal }) => api.get<Out<typeof UsageView>>('/billing/usage', undefined, signal),
  })
  const left = data && Math.max(0, data.conversationCap - data.conversationsUsed - reserved)
  return (
    <Paper withBorder p="md" component="section" aria-label={t('Conversations this month')}>
      <Title order={2} size="h4" mb="xs">
        {t('Conversations this month')}
      </Title>
      {error && !data ? <ErrorState error={error} retry={() => void refetch()} /> : null}
      {data ? (
        <>
          <Text fw={600}>
            {t('{conversationsUsed} of {conversationCap} used', {
              conversationsUsed: format.number(data.conversationsUsed),
              conversationCap: format.number(data.conversationCap),
            })}
          </Text>
          <Progress
            value={Math.min(100, data.percentUsed)}
            color={data.percentUsed >= NEARLY_PERCENT ? 'orange' : undefined}
            my="xs"
            aria-label={t("{percentUsed} percent of this month's conversations used", {
              percentUsed: data.percentUsed,
            })}
          />
          <Text size="sm" c="dimmed">
            {t('{left} left', { left: format.number(left ?? 0) })}
            {reserved > 0 &&
              ` ${t('· {reserved} reserved for running campaigns', { reserved: format.number(reserved) })}`}
            {data.resetDate && ` ${t('· Resets on {resetDate}', { resetDate: format.instant(data.resetDate) })}`}
            {data.percentUsed >= NEARLY_PERCENT && ` ${t('· Upgrade your plan to send more now')}`}
          </Text>
        </>
      ) : (
        <Skeleton height={70} />
      )}
    </Paper>
  )
}
