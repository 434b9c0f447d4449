import { CYCLE_PAYABLE_DAYS_BEFORE } from '@harkara/server/domain/limits'
import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { serverNow } from '../../../api/page-settings.ts'
import type { Subscription } from '../../../api/queries.ts'
import { useIsAdmin } from '../../../api/session.ts'
import { useFormat } from '../../../components/values/locale-context.tsx'
import { StatusDot } from '../../../components/values/status-dot.tsx'
import { formatMoney } from '../../../format/money.ts'
import { t } from '../../../format/translate.ts'
import { PER_CYCLE, PLAN_NAMES, STATES } from '../display-names.ts'
import { usePendingRefund } from '../refunds/pending-refund.tsx'
import { PayNow } from './pay-now.tsx'

const DAY_MS = 86_400_000

/** The plan, the paid period and the next payment. */
export function CurrentPlan({ subscription }: { subscription: Subscription }) {
  const format = useFormat()
  const isAdmin = useIsAdmin()
  const [tone, word] = STATES[subscription.status]
  const { cycle, plan, cycleTotalPaise, billingCycleStart, billingCycleEnd, mandateUrl } = subscription
  const refund = usePendingRefund()
  // When a payment is overdue, the banner above the page has these buttons.
  const mayPay = subscription.banner === 'none' && !refund && isPayable(subscription)
  return (
    <Paper withBorder p="md" component="section" aria-label={t('Your plan')}>
      <Group justify="space-between" gap="sm" mb={4}>
        <Title order={2} size="h3">
          {PLAN_NAMES[plan]}
        </Title>
        <StatusDot tone={tone}>{word}</StatusDot>
      </Group>
      <Text>
        {t('{amount} {cycle} including GST, {conversationCap} conversations per month.', {
          amount: formatMoney(cycleTotalPaise ?? 0, 'INR'),
          cycle: PER_CYCLE[cycle],
          conversationCap: format.number(subscription.conversationCap),
        })}
      </Text>
      <Stack gap={4} mt="sm">
        <Text size="sm">
          {t('Current billing cycle: {billingCycleStart} to {billingCycleEnd}.', {
            billingCycleStart: format.day(billingCycleStart),
            billingCycleEnd: format.day(billingCycleEnd),
          })}
        </Text>
        <Text size="sm">{describeNextPayment(subscription, format)}</Text>
      </Stack>
      {isAdmin && (mayPay || mandateUrl) && (
        <Group gap="sm" mt="md">
          {mayPay ? (
            <PayNow subscription={subscription} />
          ) : (
            mandateUrl &&
            subscription.banner === 'none' && (
              <Button component="a" href={mandateUrl}>
                {t('Set up automatic payment')}
              </Button>
            )
          )}
        </Group>
      )}
    </Paper>
  )
}

/** The server accepts the payment for the next cycle a few days before it starts. */
const isPayable = ({ nextChargeAt, mandate }: Subscription) =>
  nextChargeAt !== null &&
  mandate !== 'ACTIVE' &&
  Date.parse(nextChargeAt) - serverNow().getTime() <= CYCLE_PAYABLE_DAYS_BEFORE * DAY_MS

function describeNextPayment(subscription: Subscription, format: ReturnType<typeof useFormat>): string {
  const { status, graceDay, freezesAt, nextChargeAt, billingCycleEnd, cancelAtCycleEnd, mandate } = subscription
  if (status === 'FROZEN')
    return t('Your plan is unpaid and messages are not sent. Sending resumes when the payment is received.')
  if (status === 'PAST_DUE')
    return t('Payment is {graceDay, plural, one {# day} other {# days}} overdue.{warning}', {
      graceDay,
      warning: freezesAt
        ? ` ${t('Sending stops on {freezesAt} unless you pay.', { freezesAt: format.instant(freezesAt) })}`
        : '',
    })
  if (cancelAtCycleEnd)
    return t(
      'Cancelled. Your plan ends on {billingCycleEnd} and is not charged again. To continue, change to another plan, or choose a new one after that date.',
      { billingCycleEnd: format.day(billingCycleEnd) },
    )
  const due = format.day(nextChargeAt ?? billingCycleEnd)
  if (mandate === 'ACTIVE') return t('The next payment is charged automatically on {due}.', { due })
  if (mandate === 'PENDING')
    return t('The next payment is due on {due}. Approve automatic payments at the payment gateway.', { due })
  return t('The next payment is due on {due}. You can pay it here up to {cyclePayableDaysBefore} days in advance.', {
    due,
    cyclePayableDaysBefore: CYCLE_PAYABLE_DAYS_BEFORE,
  })
}
