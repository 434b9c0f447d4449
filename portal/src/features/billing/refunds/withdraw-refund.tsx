import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { api } from '../../../api/api.ts'
import { useApiMutation } from '../../../api/use-api-mutation.ts'
import { ConfirmDialog } from '../../../components/feedback/confirm-dialog.tsx'
import { t } from '../../../format/translate.ts'
import type { RefundRequest } from './use-refund-request.ts'

/** Withdraws a request that is not decided yet. */
export function WithdrawRefund({ request }: { request: RefundRequest }) {
  const [isOpen, setOpen] = useState(false)
  const withdraw = useApiMutation(() => api.delete<RefundRequest>(`/billing/refund-requests/${request.id}`), {
    invalidates: [['billing'], ['notifications']],
    onSuccess: () => {
      setOpen(false)
      notifications.show({ message: t('Request withdrawn.') })
    },
  })
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={() => setOpen(true)}>
        {t('Withdraw')}
      </Button>
      <ConfirmDialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={t('Withdraw request?')}
        confirm={t('Withdraw request')}
        isBusy={withdraw.isPending}
        error={withdraw.error}
        onConfirm={() => withdraw.mutate(undefined)}
      >
        {request.kind === 'WALLET_EXIT'
          ? t('Your account stays open and nothing is refunded.')
          : t(
              '{invoiceNumber} is not refunded, and you can change, cancel or pay your plan again. You can request a refund of the first month again until its deadline.',
              { invoiceNumber: request.invoiceNumber },
            )}
      </ConfirmDialog>
    </>
  )
}
