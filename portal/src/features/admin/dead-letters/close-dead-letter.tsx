import { Button, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../../api/api.ts'
import { useApiMutation } from '../../../api/use-api-mutation.ts'
import { ConfirmDialog } from '../../../components/feedback/confirm-dialog.tsx'
import { t } from '../../../format/translate.ts'
import { oneLine } from '../../billing/refunds/reason-input.tsx'
import { ADMIN } from '../queries.ts'
import type { DeadLetter } from './dead-letters.ts'

/** Closes a dead letter that was resolved in another way. */
export function CloseDeadLetter({ letterId }: { letterId: string }) {
  const [isOpen, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const close = useApiMutation(
    (body: { reason: string }, key) => api.post<DeadLetter>(`/admin/dead-letters/${letterId}/close`, body, key),
    { invalidates: [ADMIN], onSuccess: () => setOpen(false) },
  )
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('Close without replay')}
      </Button>
      <ConfirmDialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={t('Close dead letter?')}
        confirm={t('Close dead letter')}
        isBusy={close.isPending}
        isDisabled={!oneLine(reason)}
        error={close.error}
        onConfirm={() => close.mutate({ reason: oneLine(reason) })}
      >
        <Stack gap="md">
          <div>{t('Close a dead letter when there is nothing left to do. It cannot be replayed afterwards.')}</div>
          <TextInput
            label={t('Reason')}
            description={t('Recorded in the audit log.')}
            autoComplete="off"
            maxLength={200}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </Stack>
      </ConfirmDialog>
    </>
  )
}
