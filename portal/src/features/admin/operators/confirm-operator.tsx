import { notifications } from '@mantine/notifications'
import { api } from '../../../api/api.ts'
import { useApiMutation } from '../../../api/use-api-mutation.ts'
import { ConfirmDialog } from '../../../components/feedback/confirm-dialog.tsx'
import { t } from '../../../format/translate.ts'
import { ADMIN } from '../queries.ts'
import type { OperatorRow } from './operator-roles.ts'

interface ConfirmOperatorProps {
  operator: OperatorRow
  onClose: () => void
}

export function ConfirmOperator({ operator: { id, email, invitedBy }, onClose }: ConfirmOperatorProps) {
  const confirm = useApiMutation(() => api.post(`/admin/operators/${id}/confirm`), {
    invalidates: [ADMIN],
    onSuccess: () => {
      notifications.show({ message: t('{email} confirmed.', { email }) })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('Confirm {email}?', { email })}
      confirm={t('Confirm operator')}
      isBusy={confirm.isPending}
      error={confirm.error}
      onConfirm={() => confirm.mutate()}
    >
      {t(
        '{inviter} invited this operator. Until another owner confirms it, both count as one person and cannot decide each other’s requests. Confirm only if you know that a different person uses this account.',
        { inviter: invitedBy?.email ?? '' },
      )}
    </ConfirmDialog>
  )
}
