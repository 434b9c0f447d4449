import { Button, Group, Modal, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { api } from '../../api/api.ts'
import { type Balance, vendorQuery } from '../../api/queries.ts'
import { useWrite } from '../../api/use-write.ts'
import { ErrorState } from '../../components/error-state.tsx'
import { useSubmit } from '../../components/use-submit.ts'
import { formatMoney, plainAmount, readMoney } from '../../format/money.ts'

/** From when on a falling balance is told. */
export function Threshold({ balance }: { balance: Balance | undefined }) {
  const [isOpen, setOpen] = useState(false)
  const threshold = balance && formatMoney(balance.lowBalanceThreshold, balance.currency)
  return (
    <Paper withBorder p="md" component="section" aria-label="Low balance">
      <Title order={2} size="h4" mb={4}>
        Low balance
      </Title>
      <Text size="sm" c="dimmed" mb="sm" mih={40}>
        {balance?.lowBalanceThreshold === 0
          ? 'Nobody is warned when the balance falls.'
          : `You get a notice and a mail when the balance falls below ${threshold ?? '…'}.`}
      </Text>
      <Button variant="default" size="xs" disabled={!balance} onClick={() => setOpen(true)}>
        Change when to warn
      </Button>
      {isOpen && balance && <ChangeDialog balance={balance} onClose={() => setOpen(false)} />}
    </Paper>
  )
}

function ChangeDialog({ balance, onClose }: { balance: Balance; onClose: () => void }) {
  const { currency } = balance
  const form = useForm({
    initialValues: { lowBalanceThreshold: plainAmount(balance.lowBalanceThreshold, currency) },
    validate: {
      lowBalanceThreshold: (text) =>
        readMoney(text, currency) === undefined ? 'Please enter an amount, such as 500.' : null,
    },
  })
  const save = useWrite(
    ({ lowBalanceThreshold }: { lowBalanceThreshold: string }) =>
      api.patch('/vendor/me', { lowBalanceThreshold: readMoney(lowBalanceThreshold, currency) }),
    {
      changes: [vendorQuery.queryKey, ['wallet', 'balance']],
      onDone: () => {
        notifications.show({ message: 'Saved.' })
        onClose()
      },
    },
  )
  const { submit, isBusy, error } = useSubmit(form, save.mutateAsync)
  return (
    <Modal opened onClose={onClose} title="When to warn" centered closeButtonProps={{ 'aria-label': 'Close' }}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            label={`Warn when the balance falls below (${currency})`}
            description="With 0 there is no warning."
            inputMode="decimal"
            data-autofocus
            {...form.getInputProps('lowBalanceThreshold')}
          />
          {error ? <ErrorState error={error} /> : null}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Go back
            </Button>
            <Button type="submit" loading={isBusy}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
