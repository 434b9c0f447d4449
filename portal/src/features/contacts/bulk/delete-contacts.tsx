import { notifications } from '@mantine/notifications'
import { api } from '../../../api/api.ts'
import { isProblem } from '../../../api/problem.ts'
import { useApiMutation } from '../../../api/use-api-mutation.ts'
import { ConfirmDialog } from '../../../components/feedback/confirm-dialog.tsx'
import { useFormat } from '../../../components/values/locale-context.tsx'
import { CONTACT_QUERIES } from '../queries.ts'
import type { BulkDialogProps } from './dialog-props.ts'

/** Deletes contacts one by one. Contacts that are already deleted are skipped, so that a failed run can be repeated. */
export function DeleteContacts({ selected, onClose, onSuccess }: BulkDialogProps) {
  const format = useFormat()
  const who = format.plural(selected.length, 'contact')
  const remove = useApiMutation(
    async (ids: readonly string[]) => {
      for (const id of ids) await deleteOne(id)
    },
    {
      invalidates: CONTACT_QUERIES,
      onSuccess: () => {
        notifications.show({ message: `${who} deleted.` })
        onClose()
        onSuccess()
      },
    },
  )
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Delete ${who}?`}
      confirm={`Delete ${who}`}
      isDangerous
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(selected.map(({ id }) => id))}
    >
      All data of {selected.length === 1 ? 'this contact' : 'these contacts'} is deleted, and they are removed from
      every list. Opt-outs stay in force if the phone number is added again. This cannot be undone.
    </ConfirmDialog>
  )
}

async function deleteOne(id: string) {
  try {
    await api.delete(`/contacts/${id}`)
  } catch (error) {
    if (!isProblem(error, 'NOT_FOUND')) throw error
  }
}
