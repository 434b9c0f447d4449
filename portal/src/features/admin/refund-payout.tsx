import { REFUND_REFERENCE_CHARS_MAX } from '@harkara/server/domain/limits'
import { Button, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../api/api.ts'
import { useWrite } from '../../api/use-write.ts'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { formatMoney } from '../../format/money.ts'
import { oneLine } from '../billing/reason-input.tsx'
import { ADMIN } from './queries.ts'
import type { WholeRefund } from './refund-names.ts'

/** What could not go back the way it came: a person sends it by bank and says so here, once. */
export function RefundPayout({ refund }: { refund: WholeRefund }) {
  const [reference, setReference] = useState('')
  const [isTried, setTried] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const text = oneLine(reference)
  const sum = formatMoney(refund.manualPayoutMinorUnit, refund.currency)
  const paid = useWrite(
    (body: { reference: string }, key) => api.post<WholeRefund>(`/admin/refunds/${refund.id}/paid-out`, body, key),
    { changes: [ADMIN], onDone: () => setAsked(false) },
  )
  return (
    <Paper withBorder p="md" component="section" aria-label="Pay out by hand">
      <Title order={2} size="h4">
        Pay out by hand
      </Title>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (text) setAsked(true)
        }}
      >
        <Stack gap="md" mt="xs">
          <Text size="sm" c="dimmed">
            {sum} cannot go back the way it came. Send it by bank first, then write down here what the bank calls the
            transfer.
          </Text>
          <TextInput
            label="The bank's reference"
            description="The vendor reads it."
            autoComplete="off"
            maxLength={REFUND_REFERENCE_CHARS_MAX}
            value={reference}
            onChange={(event) => setReference(event.currentTarget.value)}
            error={isTried && !text ? 'Please enter the reference of the transfer.' : undefined}
            maw={360}
          />
          <Group>
            <Button type="submit">{`${sum} was sent by bank`}</Button>
          </Group>
        </Stack>
      </form>
      <ConfirmDialog
        opened={isAsked}
        onClose={() => setAsked(false)}
        title="Was it sent?"
        typed="PAID"
        confirm={`Note that ${sum} was sent`}
        isBusy={paid.isPending}
        error={paid.error}
        onConfirm={() => paid.mutate({ reference: text })}
      >
        The vendor is told that {sum} is on its way with the reference {text}. It can be said once only and not be taken
        back.
      </ConfirmDialog>
    </Paper>
  )
}
