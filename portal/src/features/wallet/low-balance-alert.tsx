import { Button, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { api } from '../../api/api.ts'
import { type Balance, vendorQuery } from '../../api/queries.ts'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { ErrorState } from '../../components/feedback/error-state.tsx'
import { FormModal } from '../../components/feedback/form-modal.tsx'
import { useSubmit } from '../../components/feedback/use-submit.ts'
import { formatAmountForInput, formatMoney, parseMoney } from '../../format/money.ts'
import { t } from '../../format/translate.ts'

/** The balance below which administrators are notified. */
export function LowBalanceAlert({ balance }: { balance: Balance | undefined }) {
  const [isOpen, setOpen] = useState(false)
  const threshold = balance && formatMoney(balance.lowBalanceThreshold, balance.currency)
  return (
    <Paper withBorder p="md" component="section" aria-label={t('Low balance alert')}>
      <Title order={2} size="h4" mb={4}>
        {t('Low balance alert')}
      </Title>
      <Text size="sm" c="dimmed" mb="sm" mih={40}>
        {balance?.lowBalanceThreshold === 0
          ? t('The alert is off.')
          : t('You are notified here and by email when the balance falls below {threshold}.', {
              threshold: threshold ?? '…',
            })}
      </Text>
      <Button variant="default" size="xs" disabled={!balance} onClick={() => setOpen(true)}>
        {t('Edit alert')}
      </Button>
      {isOpen && balance && <ChangeDialog balance={balance} onClose={() => setOpen(false)} />}
    </Paper>
  )
}

function ChangeDialog({ balance, onClose }: { balance: Balance; onClose: () => void }) {
  const { currency } = balance
  const form = useForm({
    initialValues: { lowBalanceThreshold: formatAmountForInput(balance.lowBalanceThreshold, currency) },
    validate: {
      lowBalanceThreshold: (text) =>
        parseMoney(text, currency) === undefined ? t('Enter an amount, such as 500.') : null,
    },
  })
  const save = useApiMutation(
    ({ lowBalanceThreshold }: { lowBalanceThreshold: string }) =>
      api.patch('/vendor/me', { lowBalanceThreshold: parseMoney(lowBalanceThreshold, currency) }),
    {
      invalidates: [vendorQuery.queryKey, ['wallet', 'balance']],
      onSuccess: () => {
        notifications.show({ message: t('Alert saved.') })
        onClose()
      },
    },
  )
  const { submit, isBusy, error } = useSubmit(form, save.mutateAsync)
  return (
    <FormModal title={t('Low balance alert')} onClose={onClose} isUnsaved={form.isDirty() && !save.isSuccess}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            label={t('Notify when the balance falls below ({currency})', { currency })}
            description={t('Enter 0 to turn the alert off.')}
            inputMode="decimal"
            data-autofocus
            {...form.getInputProps('lowBalanceThreshold')}
          />
          {error ? <ErrorState error={error} /> : null}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('Cancel')}
            </Button>
            <Button type="submit" loading={isBusy}>
              {t('Save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </FormModal>
  )
}
