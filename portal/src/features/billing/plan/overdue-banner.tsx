import { Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Subscription, subscriptionQuery } from '../../../api/queries.ts'
import { useFormat } from '../../../components/values/locale-context.tsx'
import { rich } from '../../../components/values/rich.ts'
import { t } from '../../../format/translate.ts'
import classes from './overdue-banner.module.css'
import { PayNow } from './pay-now.tsx'

/** Warns of an overdue payment: yellow at first, red shortly before the account is frozen. */
export function OverdueBanner() {
  const { data: subscription } = useQuery(subscriptionQuery)
  if (!subscription || subscription.banner === 'none') return null
  return (
    <Group className={classes.banner} data-tone={subscription.banner} gap="md" role="status">
      <Text size="sm" flex="1 1 18rem">
        <StatusText subscription={subscription} />
      </Text>
      <Group gap="sm">
        <PayNow subscription={subscription} size="xs" color="dark" />
      </Group>
    </Group>
  )
}

function StatusText({ subscription }: { subscription: Subscription }) {
  const format = useFormat()
  if (subscription.banner === 'frozen')
    return (
      <>
        {rich('<b>Your account is frozen.</b> Pay your plan to resume sending. You still receive replies.', {
          b: (text) => <strong>{text}</strong>,
        })}
      </>
    )
  const until = subscription.freezesAt
  return (
    <>
      <strong>{subscription.banner === 'red' ? t('Your plan is unpaid.') : t('Your last payment failed.')}</strong>{' '}
      {until
        ? t('Sending stops on {until} ({until2}) unless you pay.', {
            until: format.instant(until),
            until2: format.relative(until),
          })
        : ''}
    </>
  )
}
