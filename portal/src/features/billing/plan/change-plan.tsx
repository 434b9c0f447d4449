import type { ChangeQuoteView, PlanOrderView } from '@harkara/server/subscriptions/schema'
import { Button, Group, Modal, Paper, SegmentedControl, Skeleton, Stack, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/api.ts'
import { serverNow } from '../../../api/page-settings.ts'
import type { Subscription } from '../../../api/queries.ts'
import { openSupportForm } from '../../../api/state/support.ts'
import type { Out } from '../../../api/types.ts'
import { useApiMutation } from '../../../api/use-api-mutation.ts'
import { ErrorState } from '../../../components/feedback/error-state.tsx'
import { useFormat } from '../../../components/values/locale-context.tsx'
import { formatMoney } from '../../../format/money.ts'
import { t } from '../../../format/translate.ts'
import { goToCheckout } from '../checkout.ts'
import { CYCLE_NAMES, PER_CYCLE, PLAN_NAMES } from '../display-names.ts'
import { OrderSummary } from './order-summary.tsx'

type Quote = Out<typeof ChangeQuoteView>
type Answer = Out<typeof PlanOrderView> | Subscription

export function ChangePlan({ subscription }: { subscription: Subscription }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Paper withBorder p="md" component="section" aria-label={t('Change plan')}>
      <Title order={2} size="h4" mb={4}>
        {t('Change plan')}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {describeChange(subscription)}
      </Text>
      {subscription.plan === 'CUSTOM' ? (
        <Button variant="default" onClick={() => openSupportForm()}>
          {t('Contact support')}
        </Button>
      ) : (
        <Button variant="default" disabled={subscription.status !== 'ACTIVE'} onClick={() => setOpen(true)}>
          {t('View plans')}
        </Button>
      )}
      {isOpen && <ChangeDialog subscription={subscription} onClose={() => setOpen(false)} />}
    </Paper>
  )
}

function describeChange({ plan, status }: Subscription) {
  if (plan === 'CUSTOM') return t('You have a custom plan. Contact support to change it.')
  if (status !== 'ACTIVE') return t('Pay the open billing cycle before you change your plan.')
  return t(
    'When you upgrade, you pay the difference. When you downgrade, the difference is added to your wallet as a bonus. You can review the amounts first.',
  )
}

const PLANS = (['SMB', 'ENTERPRISE'] as const).map((value) => ({ value, label: PLAN_NAMES[value] }))
const CYCLES = Object.entries(CYCLE_NAMES).map(([value, label]) => ({ value, label }))

function ChangeDialog({ subscription, onClose }: { subscription: Subscription; onClose: () => void }) {
  const [wanted, setWanted] = useState({
    plan: subscription.plan === 'SMB' ? 'ENTERPRISE' : 'SMB',
    cycle: subscription.cycle as string,
  })
  const isSame = wanted.plan === subscription.plan && wanted.cycle === subscription.cycle
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['billing', 'change-quote', wanted],
    queryFn: ({ signal }) => api.get<Quote>('/billing/subscription/change', wanted, signal),
    enabled: !isSame,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const quote = isSame ? undefined : data
  const change = useApiMutation(
    (input: typeof wanted, key) => api.post<Answer>('/billing/subscription/change', input, key),
    {
      invalidates: [['billing'], ['wallet']],
      onSuccess: (answer) => {
        if ('checkoutUrl' in answer) return goToCheckout(answer)
        notifications.show({ message: t('Plan changed.') })
        onClose()
      },
    },
  )
  const isLeaving = change.isSuccess && 'checkoutUrl' in change.data
  return (
    <Modal opened onClose={onClose} title={t('Change plan')} centered closeButtonProps={{ 'aria-label': t('Close') }}>
      <Stack gap="md">
        <SegmentedControl
          aria-label={t('Plan')}
          data={PLANS}
          value={wanted.plan}
          onChange={(plan) => setWanted({ ...wanted, plan })}
        />
        <SegmentedControl
          aria-label={t('Billing cycle')}
          data={CYCLES}
          value={wanted.cycle}
          onChange={(cycle) => setWanted({ ...wanted, cycle })}
        />
        <Stack gap="sm" mih={190} aria-live="polite">
          {isSame && <Text size="sm">{t('This is your current plan.')}</Text>}
          {!isSame && error ? <ErrorState error={error} /> : null}
          {!isSame &&
            !error &&
            (quote ? <Terms quote={quote} subscription={subscription} /> : <Skeleton height={170} />)}
        </Stack>
        {change.error ? <ErrorState error={change.error} /> : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button
            disabled={!quote || isPlaceholderData}
            loading={change.isPending || isLeaving}
            onClick={() => change.mutate(wanted)}
          >
            {quote ? changeLabel(quote) : t('Change plan')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

const nameOf = ({ plan, cycle }: Quote) => `${PLAN_NAMES[plan]}, ${CYCLE_NAMES[cycle].toLowerCase()}`

const changeLabel = (quote: Quote) =>
  quote.begins === 'WHEN_PAID'
    ? t('Pay {amount} and change plan', { amount: formatMoney(quote.totalMinorUnit, quote.currency) })
    : t('Change to {name} now', { name: nameOf(quote) })

const isAhead = (at: string | null) => at !== null && Date.parse(at) > serverNow().getTime()

function Terms({ quote, subscription }: { quote: Quote; subscription: Subscription }) {
  const format = useFormat()
  const each = t('{amount} {cycle} plus GST, {conversationCap} conversations per month.', {
    amount: formatMoney(quote.cycleAmountMinorUnit, quote.currency),
    cycle: PER_CYCLE[quote.cycle],
    conversationCap: format.number(quote.conversationCap),
  })
  if (quote.begins === 'WHEN_PAID')
    return (
      <>
        <Text size="sm">
          {t(
            '{each} The unused {amount} (excluding GST) of your current cycle is deducted. The new cycle starts with your payment and runs until about {paidUntil}.',
            {
              each,
              amount: formatMoney(quote.unusedMinorUnit, quote.currency),
              paidUntil: format.day(quote.paidUntil),
            },
          )}
        </Text>
        <OrderSummary
          items={quote.items}
          currency={quote.currency}
          cycle={quote.cycle}
          rest={t('New cycle, minus unused amount')}
        />
      </>
    )
  return (
    <Text size="sm">
      {t('{each} The change takes effect immediately, and nothing is charged before {paidUntil}.', {
        each,
        paidUntil: format.day(quote.paidUntil),
      })}
      {quote.bonusMinorUnit > 0 &&
        ` ${t('{amount} for the remaining time is added to your wallet as a bonus.', { amount: formatMoney(quote.bonusMinorUnit, quote.bonusCurrency) })}`}
      {quote.conversationCap < subscription.conversationsUsed &&
        ` ${t('You have used {conversationsUsed} conversations this month, so you cannot send more until {capResetDate}.', { conversationsUsed: format.number(subscription.conversationsUsed), capResetDate: format.day(subscription.capResetDate) })}`}
      {isAhead(subscription.refundDeadline) && ` ${t('The first month is no longer refundable after the change.')}`}
    </Text>
  )
}
