import { Anchor, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { balanceQuery, type Subscription, subscriptionQuery } from '../../api/queries.ts'
import { Money } from '../../components/values/money.tsx'
import { rich } from '../../components/values/rich.ts'
import { StatusDot, type Tone } from '../../components/values/status-dot.tsx'
import { t } from '../../format/translate.ts'
import { toPath } from './shell-frame.tsx'

/** Balance, amount on hold and subscription status, shown on every page. */
export function AccountSummary() {
  const { data: balance } = useQuery(balanceQuery)
  const { data: subscription } = useQuery(subscriptionQuery)
  return (
    <>
      {balance ? (
        <Anchor component={Link} {...toPath('/wallet')} c="inherit" size="sm" underline="hover">
          <Text span size="sm" fw={600}>
            <Money minorUnits={balance.balanceMinorUnit} currency={balance.currency} />
          </Text>
          {balance.reservedMinorUnit > 0 && (
            <Text span size="sm" c="dimmed">
              {' '}
              {rich('+ {amount} on hold', {
                amount: <Money minorUnits={balance.reservedMinorUnit} currency={balance.currency} />,
              })}
            </Text>
          )}
        </Anchor>
      ) : (
        <Skeleton width={90} height={14} />
      )}
      {subscription === undefined ? (
        <Skeleton width={80} height={14} />
      ) : (
        <Anchor component={Link} {...toPath('/billing')} c="inherit" size="sm" underline="hover">
          <SubscriptionState subscription={subscription} />
        </Anchor>
      )}
    </>
  )
}

function SubscriptionState({ subscription }: { subscription: Subscription | null }) {
  if (!subscription) return <StatusDot tone="neutral">{t('No plan')}</StatusDot>
  const [tone, word] = STATES[subscription.status]
  return <StatusDot tone={tone}>{word}</StatusDot>
}

const STATES: Record<Subscription['status'], [Tone, string]> = {
  ACTIVE: ['success', t('Plan active')],
  TRIAL: ['success', t('Trial')],
  PAST_DUE: ['pending', t('Payment due')],
  FROZEN: ['error', t('Frozen')],
  CANCELLED: ['neutral', t('Plan ended')],
}
