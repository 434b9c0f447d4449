import { Button, Paper, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { api } from '../../api/api.ts'
import type { Subscription } from '../../api/queries.ts'
import { useWrite } from '../../api/use-write.ts'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { useFormat } from '../../components/place-context.tsx'
import { PLAN_NAMES } from './names.ts'

export function CancelPlan({ subscription }: { subscription: Subscription }) {
  const format = useFormat()
  const [isOpen, setOpen] = useState(false)
  const cancel = useWrite(
    (_: undefined, key) => api.post<Subscription>('/billing/subscription/cancel', undefined, key),
    {
      changes: [['billing']],
      onDone: () => {
        setOpen(false)
        notifications.show({ message: 'Your plan is cancelled.' })
      },
    },
  )
  if (subscription.cancelAtCycleEnd) return null
  const isPaid = subscription.status === 'ACTIVE'
  const name = PLAN_NAMES[subscription.plan]
  const end = format.day(subscription.billingCycleEnd)
  return (
    <Paper withBorder p="md" component="section" aria-label="Cancel the plan">
      <Title order={2} size="h4" mb={4}>
        Cancel the plan
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {isPaid
          ? `It then ends on ${end}, and nothing more is charged. Contacts, templates and the wallet stay.`
          : 'No cycle is paid, so it ends at once. Contacts, templates and the wallet stay.'}
      </Text>
      <Button variant="default" onClick={() => setOpen(true)}>
        Cancel the plan
      </Button>
      <ConfirmDialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        title="Cancel the plan"
        confirm={isPaid ? `End ${name} on ${end}` : `End ${name} now`}
        isDangerous
        isBusy={cancel.isPending}
        error={cancel.error}
        onConfirm={() => cancel.mutate(undefined)}
      >
        {isPaid
          ? `Until ${end} everything works as before. From then on nothing is sent, also not what is scheduled for later. What is paid for this cycle is not given back.`
          : 'From now on nothing is sent, also not what is scheduled.'}
      </ConfirmDialog>
    </Paper>
  )
}
