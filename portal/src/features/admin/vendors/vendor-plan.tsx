import { Button, Group, Paper, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { Subscription } from '../../../api/queries.ts'
import { useOperatorRights } from '../../../api/session.ts'
import { DescriptionList } from '../../../components/layout/description-list.tsx'
import { useFormat } from '../../../components/values/locale-context.tsx'
import { Money } from '../../../components/values/money.tsx'
import { StatusDot } from '../../../components/values/status-dot.tsx'
import { RelativeTime } from '../../../components/values/time.tsx'
import { t } from '../../../format/translate.ts'
import { CYCLE_NAMES, PER_CYCLE, PLAN_NAMES, STATES } from '../../billing/display-names.ts'
import type { VendorDetail } from '../queries.ts'
import { PlanDialog } from './plan-dialog.tsx'

export function VendorPlan({ vendor }: { vendor: VendorDetail }) {
  const [asked, setOpen] = useState<'CUSTOM' | 'TRIAL'>()
  const { mayMoveMoney } = useOperatorRights()
  const { subscription } = vendor
  const hasPaidPlan = subscription !== null && subscription.trialUntil === null && subscription.status !== 'CANCELLED'
  return (
    <Paper withBorder p="md" component="section" aria-label={t('Plan')}>
      <Title order={2} size="h4" mb="xs">
        {t('Plan')}
      </Title>
      {subscription ? (
        <Terms subscription={subscription} />
      ) : (
        <Text size="sm" c="dimmed">
          {t('This vendor has no plan. It can subscribe in the portal, or you can set a custom plan or a trial.')}
        </Text>
      )}
      {mayMoveMoney && (
        <Group mt="md">
          <Button variant="default" onClick={() => setOpen('CUSTOM')}>
            {t('Set custom plan')}
          </Button>
          {!hasPaidPlan && (
            <Button variant="default" onClick={() => setOpen('TRIAL')}>
              {t('Start trial')}
            </Button>
          )}
        </Group>
      )}
      {asked && (
        <PlanDialog vendor={vendor} what={asked} hasPaidPlan={hasPaidPlan} onClose={() => setOpen(undefined)} />
      )}
    </Paper>
  )
}

function Terms({ subscription }: { subscription: Subscription }) {
  const format = useFormat()
  const [tone, word] = STATES[subscription.status]
  const { plan, cycle, conversationCap, conversationsUsed, graceDay, trialUntil, nextChargeAt } = subscription
  const day = (iso: string | null) => (iso ? format.day(iso) : undefined)
  return (
    <DescriptionList
      items={[
        [t('Plan'), `${PLAN_NAMES[plan]}, ${CYCLE_NAMES[cycle].toLowerCase()}`],
        [
          t('Status'),
          <StatusDot key="state" tone={tone}>
            {word}
          </StatusDot>,
        ],
        [t('Days overdue'), graceDay === null ? undefined : format.number(graceDay)],
        [
          t('Price excluding GST'),
          <span key="price">
            <Money minorUnits={subscription.cycleAmountPaise} currency="INR" /> {PER_CYCLE[cycle]}
          </span>,
        ],
        [t('Paid until'), day(subscription.billingCycleEnd)],
        [t('Next charge'), day(nextChargeAt)],
        [t('Trial until'), day(trialUntil)],
        [t('Cancellation'), subscription.cancelAtCycleEnd ? t('At the end of the billing cycle') : undefined],
        [
          t('Conversations'),
          t('{conversationsUsed} of {conversationCap} used', {
            conversationsUsed: format.number(conversationsUsed),
            conversationCap: format.number(conversationCap),
          }),
        ],
        [t('Since'), <RelativeTime key="since" at={subscription.createdAt} />],
      ]}
    />
  )
}
