import type { LaunchView } from '@harkara/server/campaigns/launch/launch-schema'
import { Button, Paper, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../../api/api.ts'
import { isProblem } from '../../../api/problem.ts'
import type { Out } from '../../../api/types.ts'
import { useApiMutation } from '../../../api/use-api-mutation.ts'
import { ConfirmDialog } from '../../../components/feedback/confirm-dialog.tsx'
import { useFormat } from '../../../components/values/locale-context.tsx'
import { formatMoney } from '../../../format/money.ts'
import { CAMPAIGN_QUERIES, type Campaign, hasEnded } from '../queries.ts'
import { InsufficientBalance } from '../wizard/launch-problems.tsx'
import classes from './failures.module.css'

/** Failure reasons with counts, and a retry where it can help. */
export function Failures({ campaign }: { campaign: Campaign }) {
  const format = useFormat()
  const again = campaign.failures.filter(({ mayBeTriedAgain }) => mayBeTriedAgain)
  const retryableCount = again.reduce((sum, { count }) => sum + count, 0)
  return (
    <Paper withBorder p="md" component="section" aria-label="Failed messages">
      <Title order={2} size="h4" mb={4}>
        Failed messages
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        Failed messages are not charged. {formatMoney(campaign.cost.refundedMinorUnit, campaign.currency)} was returned.
      </Text>
      <ul className={classes.reasons}>
        {campaign.failures.map(({ errorCode, errorReason, count, retryableAt }) => (
          <li key={errorCode}>
            <span>
              {errorReason}
              {retryableAt !== null && (
                <Text span size="sm" c="dimmed">
                  {' '}
                  · Retry possible from {format.instant(retryableAt)}
                </Text>
              )}
            </span>
            <strong>{format.number(count)}</strong>
          </li>
        ))}
      </ul>
      {retryableCount > 0 && hasEnded(campaign) && (
        <RetryFailed
          campaign={campaign}
          retryableCount={retryableCount}
          costMinorUnit={again.reduce((sum, { costMinorUnit }) => sum + costMinorUnit, 0)}
        />
      )}
      {retryableCount === 0 && campaign.failures.every(({ retryableAt }) => retryableAt === null) && (
        <Text size="sm" mt="sm">
          These messages cannot be retried.
        </Text>
      )}
    </Paper>
  )
}

function RetryFailed({
  campaign,
  retryableCount,
  costMinorUnit,
}: {
  campaign: Campaign
  retryableCount: number
  costMinorUnit: number
}) {
  const format = useFormat()
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const retry = useApiMutation(
    (_: string, key) => api.post<Out<typeof LaunchView>>(`/campaigns/${campaign.id}/retry-failed`, undefined, key),
    {
      invalidates: CAMPAIGN_QUERIES,
      onSuccess: ({ campaignId, recipients, estimatedCostMinorUnit, currency }) => {
        notifications.show({
          message: `Retrying ${format.plural(recipients, 'recipient')}. ${formatMoney(estimatedCostMinorUnit, currency)} is on hold.`,
        })
        void navigate({ to: '/campaigns/$id', params: { id: campaignId } })
      },
    },
  )
  const recipientsText = format.plural(retryableCount, 'recipient')
  const price = formatMoney(costMinorUnit, campaign.currency)
  const shortfall = isProblem(retry.error, 'INSUFFICIENT_BALANCE')
    ? retry.error.members['shortfallMinorUnit']
    : undefined
  return (
    <>
      <Button variant="default" mt="sm" onClick={() => setAsking(true)}>
        Retry {recipientsText}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => {
          setAsking(false)
          retry.reset()
        }}
        title="Retry failed messages?"
        confirm={`Retry up to ${recipientsText} for about ${price}`}
        isBusy={retry.isPending}
        error={shortfall === undefined ? retry.error : undefined}
        onConfirm={() => retry.mutate(campaign.id)}
      >
        A new campaign sends the same message to these recipients, except those already retried or opted out. Current
        prices apply; the failed messages would have cost {price}. Sent messages cannot be recalled.
        {shortfall !== undefined && (
          <InsufficientBalance
            shortfallMinorUnit={Number(shortfall)}
            currency={campaign.currency}
            next={`/campaigns/${campaign.id}`}
          />
        )}
      </ConfirmDialog>
    </>
  )
}
