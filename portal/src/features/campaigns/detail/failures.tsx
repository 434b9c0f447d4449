import type { LaunchView } from '@harkara/server/campaigns/launch/launch-schema'
import { Anchor, Button, Paper, Text, Title, VisuallyHidden } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../../api/api.ts'
import { isProblem } from '../../../api/problem.ts'
import type { Out } from '../../../api/types.ts'
import { useApiMutation } from '../../../api/use-api-mutation.ts'
import { ConfirmDialog } from '../../../components/feedback/confirm-dialog.tsx'
import { useFormat } from '../../../components/values/locale-context.tsx'
import { formatMoney } from '../../../format/money.ts'
import { t, translateServerText } from '../../../format/translate.ts'
import { MissingPrices, missingPricesIn } from '../missing-prices.tsx'
import { CAMPAIGN_QUERIES, type Campaign, hasEnded } from '../queries.ts'
import { InsufficientBalance } from '../wizard/launch-problems.tsx'
import { bySuggestion } from './failure-groups.ts'
import classes from './failures.module.css'

/** Failures grouped by what can be done about them, and a retry where it can help. */
export function Failures({ campaign }: { campaign: Campaign }) {
  const again = campaign.failures.filter(({ mayBeTriedAgain }) => mayBeTriedAgain)
  const retryableCount = again.reduce((sum, { count }) => sum + count, 0)
  return (
    <Paper withBorder p="md" component="section" aria-label={t('Failed messages')}>
      <Title order={2} size="h4" mb={4}>
        {t('Failed messages')}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t('Failed messages are not charged. {amount} was returned.', {
          amount: formatMoney(campaign.cost.refundedMinorUnit, campaign.currency),
        })}
      </Text>
      <ul className={classes.groups}>
        {bySuggestion(campaign.failures).map(({ suggestion, failures, count }) => (
          <li key={suggestion} className={classes.group}>
            <div className={classes.cure}>
              <Text fw={600} size="sm">
                {translateServerText(suggestion)}
              </Text>
              <Text size="sm" c="dimmed">
                {t('{count, plural, one {# recipient} other {# recipients}}', { count })}
              </Text>
            </div>
            <ul className={classes.reasons}>
              {failures.map((failure) => (
                <Reason key={failure.errorCode} failure={failure} />
              ))}
            </ul>
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
          {t('These messages cannot be retried.')}
        </Text>
      )}
    </Paper>
  )
}

type Failure = Campaign['failures'][number]

function Reason({ failure: { errorReason, errorCode, count, retryableAt } }: { failure: Failure }) {
  const format = useFormat()
  return (
    <li>
      <span>
        {translateServerText(errorReason)}
        {retryableAt !== null && (
          <Text span size="sm" c="dimmed">
            {' '}
            {t('· Retry possible from {retryableAt}', { retryableAt: format.instant(retryableAt) })}
          </Text>
        )}
      </span>
      <span className={classes.count}>
        <strong>{format.number(count)}</strong>
        {errorCode && (
          <Anchor
            size="sm"
            renderRoot={(props) => (
              <Link {...props} to="." search={{ reason: errorCode }} hash="recipients" resetScroll={false} />
            )}
          >
            {t('Show recipients')}
            <VisuallyHidden>: {translateServerText(errorReason)}</VisuallyHidden>
          </Anchor>
        )}
      </span>
    </li>
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
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const retry = useApiMutation(
    (body: { excludeCountries?: string[] }, key) =>
      api.post<Out<typeof LaunchView>>(`/campaigns/${campaign.id}/retry-failed`, body, key),
    {
      invalidates: CAMPAIGN_QUERIES,
      onSuccess: ({ campaignId, recipients, estimatedCostMinorUnit, currency }) => {
        notifications.show({
          message: t('Retrying {recipients, plural, one {# recipient} other {# recipients}}. {amount} is on hold.', {
            recipients,
            amount: formatMoney(estimatedCostMinorUnit, currency),
          }),
        })
        void navigate({ to: '/campaigns/$id', params: { id: campaignId } })
      },
    },
  )
  const recipientsText = t('{count, plural, one {# recipient} other {# recipients}}', { count: retryableCount })
  const price = formatMoney(costMinorUnit, campaign.currency)
  const shortfall = isProblem(retry.error, 'INSUFFICIENT_BALANCE')
    ? retry.error.members['shortfallMinorUnit']
    : undefined
  const unpriced = missingPricesIn(retry.error)
  const exclude = () =>
    retry.mutate({
      excludeCountries: [
        ...(retry.variables?.excludeCountries ?? []),
        ...unpriced.map(({ countryCode }) => countryCode),
      ],
    })
  return (
    <>
      <Button variant="default" mt="sm" onClick={() => setAsking(true)}>
        {t('Retry {recipientsText}', { recipientsText })}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => {
          setAsking(false)
          retry.reset()
        }}
        title={t('Retry failed messages?')}
        confirm={t('Retry up to {recipientsText} for about {price}', { recipientsText, price })}
        isBusy={retry.isPending}
        isDisabled={unpriced.length > 0}
        error={shortfall === undefined && unpriced.length === 0 ? retry.error : undefined}
        onConfirm={() => retry.mutate({})}
      >
        {t(
          'A new campaign sends the same message to these recipients, except those already retried or opted out. Current prices apply; the failed messages would have cost {price}. Sent messages cannot be recalled.',
          { price },
        )}
        {unpriced.length > 0 && (
          <MissingPrices countries={unpriced} onExclude={exclude} next="retry" isBusy={retry.isPending} />
        )}
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
