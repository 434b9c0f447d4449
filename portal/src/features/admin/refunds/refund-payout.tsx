import { REFUND_REFERENCE_CHARS_MAX } from '@harkara/server/domain/limits'
import { Button, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../../api/api.ts'
import { useApiMutation } from '../../../api/use-api-mutation.ts'
import { ConfirmDialog } from '../../../components/feedback/confirm-dialog.tsx'
import { formatMoney } from '../../../format/money.ts'
import { t } from '../../../format/translate.ts'
import { oneLine } from '../../billing/refunds/reason-input.tsx'
import { isPendingApproval, notifyPendingApproval, type Pending } from '../approvals/approvals.ts'
import { ADMIN } from '../queries.ts'
import type { RefundDetail } from './refunds.ts'

/** Records a bank transfer for the part that the gateway cannot refund. */
export function RefundPayout({ refund }: { refund: RefundDetail }) {
  const [reference, setReference] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const text = oneLine(reference)
  const sum = formatMoney(refund.manualPayoutMinorUnit, refund.currency)
  const paid = useApiMutation(
    (body: { reference: string }, key) =>
      api.post<RefundDetail | Pending>(`/admin/refunds/${refund.id}/paid-out`, body, key),
    {
      invalidates: [ADMIN],
      onSuccess: (answer) => {
        if (isPendingApproval(answer)) notifyPendingApproval()
        setOpen(false)
      },
    },
  )
  return (
    <Paper withBorder p="md" component="section" aria-label={t('Bank transfer')}>
      <Title order={2} size="h4">
        {t('Bank transfer')}
      </Title>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setSubmitted(true)
          if (text) setOpen(true)
        }}
      >
        <Stack gap="md" mt="xs">
          <Text size="sm" c="dimmed">
            {t(
              '{sum} cannot be refunded to the original payment method. Pay it by bank transfer first, then enter the reference here.',
              { sum },
            )}
          </Text>
          <TextInput
            label={t('Bank reference')}
            description={t('Visible to the vendor.')}
            autoComplete="off"
            maxLength={REFUND_REFERENCE_CHARS_MAX}
            value={reference}
            onChange={(event) => setReference(event.currentTarget.value)}
            error={isSubmitted && !text ? t('Enter the reference of the transfer.') : undefined}
            maw={360}
          />
          <Group>
            <Button type="submit">{t('Record payout of {sum}', { sum })}</Button>
          </Group>
        </Stack>
      </form>
      <ConfirmDialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={t('Record payout of {sum}?', { sum })}
        confirmationText="PAID"
        confirm={t('Record payout')}
        isBusy={paid.isPending}
        error={paid.error}
        onConfirm={() => paid.mutate({ reference: text })}
      >
        {t(
          'The vendor is notified that {sum} was sent with the reference {text}. A payout can be recorded once and cannot be undone.',
          { sum, text },
        )}
      </ConfirmDialog>
    </Paper>
  )
}
