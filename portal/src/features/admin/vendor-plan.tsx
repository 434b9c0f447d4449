import { Button, Group, Paper, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { Subscription } from '../../api/queries.ts'
import { Facts } from '../../components/facts.tsx'
import { Money } from '../../components/money.tsx'
import { useFormat } from '../../components/place-context.tsx'
import { StatusDot } from '../../components/status-dot.tsx'
import { When } from '../../components/when.tsx'
import { CYCLE_NAMES, EACH, PLAN_NAMES, STATES } from '../billing/names.ts'
import { PlanDialog } from './plan-dialog.tsx'
import type { WholeVendor } from './queries.ts'

export function VendorPlan({ vendor }: { vendor: WholeVendor }) {
  const [asked, setAsked] = useState<'CUSTOM' | 'TRIAL'>()
  const { subscription } = vendor
  const hasPaidPlan = subscription !== null && subscription.trialUntil === null && subscription.status !== 'CANCELLED'
  return (
    <Paper withBorder p="md" component="section" aria-label="Plan">
      <Title order={2} size="h4" mb="xs">
        Plan
      </Title>
      {subscription ? (
        <Terms subscription={subscription} />
      ) : (
        <Text size="sm" c="dimmed">
          The vendor has never had a plan. It can order one itself, or you agree one with it.
        </Text>
      )}
      <Group mt="md">
        <Button variant="default" onClick={() => setAsked('CUSTOM')}>
          Set a custom plan
        </Button>
        {!hasPaidPlan && (
          <Button variant="default" onClick={() => setAsked('TRIAL')}>
            Give a trial
          </Button>
        )}
      </Group>
      {asked && (
        <PlanDialog vendor={vendor} what={asked} hasPaidPlan={hasPaidPlan} onClose={() => setAsked(undefined)} />
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
    <Facts
      facts={[
        ['Plan', `${PLAN_NAMES[plan]}, ${CYCLE_NAMES[cycle].toLowerCase()}`],
        [
          'State',
          <StatusDot key="state" tone={tone}>
            {word}
          </StatusDot>,
        ],
        ['Days unpaid', graceDay === null ? undefined : format.count(graceDay)],
        [
          'Price before GST',
          <span key="price">
            <Money minorUnits={subscription.cycleAmountPaise} currency="INR" /> {EACH[cycle]}
          </span>,
        ],
        ['Paid until', day(subscription.billingCycleEnd)],
        ['Next charge', day(nextChargeAt)],
        ['Trial until', day(trialUntil)],
        ['Ends with the cycle', subscription.cancelAtCycleEnd ? 'Yes' : undefined],
        ['Conversations', `${format.count(conversationsUsed)} of ${format.count(conversationCap)} used`],
        ['Since', <When key="since" at={subscription.createdAt} />],
      ]}
    />
  )
}
