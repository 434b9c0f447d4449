import { Button, Paper, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { api } from '../../../api/api.ts'
import type { Subscription } from '../../../api/queries.ts'
import { useApiMutation } from '../../../api/use-api-mutation.ts'
import { ConfirmDialog } from '../../../components/feedback/confirm-dialog.tsx'
import { useFormat } from '../../../components/values/locale-context.tsx'
import { t } from '../../../format/translate.ts'
import { PLAN_NAMES } from '../display-names.ts'

export function CancelPlan({ subscription }: { subscription: Subscription }) {
  const format = useFormat()
  const [isOpen, setOpen] = useState(false)
  const cancel = useApiMutation(
    (_: undefined, key) => api.post<Subscription>('/billing/subscription/cancel', undefined, key),
    {
      invalidates: [['billing']],
      onSuccess: () => {
        setOpen(false)
        notifications.show({ message: t('Plan cancelled.') })
      },
    },
  )
  if (subscription.cancelAtCycleEnd) return null
  const isPaid = subscription.status === 'ACTIVE'
  const name = PLAN_NAMES[subscription.plan]
  const end = format.day(subscription.billingCycleEnd)
  return (
    <Paper withBorder p="md" component="section" aria-label={t('Cancel plan')}>
      <Title order={2} size="h4" mb={4}>
        {t('Cancel plan')}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {isPaid
          ? t('Your plan ends on {end} and is not charged again. Your contacts, templates and wallet are kept.', {
              end,
            })
          : t('Your plan is unpaid, so it ends immediately. Your contacts, templates and wallet are kept.')}
      </Text>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('Cancel plan')}
      </Button>
      <ConfirmDialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={t('Cancel plan?')}
        dismiss={t('Keep plan')}
        confirm={isPaid ? t('End {name} on {end}', { name, end }) : t('End {name} now', { name })}
        isDangerous
        isBusy={cancel.isPending}
        error={cancel.error}
        onConfirm={() => cancel.mutate(undefined)}
      >
        {isPaid
          ? t(
              'You can use your plan until {end}. After that, no messages are sent, including scheduled campaigns. The current billing cycle is not refunded.',
              { end },
            )
          : t('No more messages are sent, including scheduled campaigns.')}
      </ConfirmDialog>
    </Paper>
  )
}
