import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { api } from '../../api/api.ts'
import { useWrite } from '../../api/use-write.ts'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import type { RefundRequest } from './use-refund-request.ts'

/** For a request that nobody has decided. */
export function WithdrawRefund({ request }: { request: RefundRequest }) {
  const [isOpen, setOpen] = useState(false)
  const withdraw = useWrite(() => api.delete<RefundRequest>(`/billing/refund-requests/${request.id}`), {
    changes: [['billing'], ['notifications']],
    onDone: () => {
      setOpen(false)
      notifications.show({ message: 'The request is withdrawn.' })
    },
  })
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={() => setOpen(true)}>
        Withdraw
      </Button>
      <ConfirmDialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        title="Withdraw the request"
        confirm="Withdraw the request"
        isBusy={withdraw.isPending}
        error={withdraw.error}
        onConfirm={() => withdraw.mutate(undefined)}
      >
        {request.kind === 'WALLET_EXIT'
          ? 'Your account stays open and nothing is paid out.'
          : `Nothing of ${request.invoiceNumber} is refunded, and you can change, cancel or pay your plan again. A first month can be asked for again only until its deadline.`}
      </ConfirmDialog>
    </>
  )
}
