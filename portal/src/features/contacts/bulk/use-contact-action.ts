import type { ActionBody } from '@harkara/server/contacts/schema'
import type { ActionView } from '@harkara/server/contacts/views'
import { notifications } from '@mantine/notifications'
import { api } from '../../../api/api.ts'
import type { In, Out } from '../../../api/types.ts'
import { useApiMutation } from '../../../api/use-api-mutation.ts'
import { CONTACT_QUERIES } from '../queries.ts'
import type { BulkDialogProps } from './dialog-props.ts'

type Action = Pick<In<typeof ActionBody>, 'action' | 'labels' | 'listId'>

/** Sends one action for all selected contacts. `done` is the message shown afterwards. */
export function useContactAction(
  { selected, onClose, onSuccess }: BulkDialogProps,
  done: (contacts: number) => string,
) {
  const { contacts, count, matching } = selected
  const subject = matching ? { matching: { ...matching, count } } : { contactIds: contacts.map(({ id }) => id) }
  return useApiMutation(
    (action: Action) => api.post<Out<typeof ActionView>>('/contacts/actions', { ...action, ...subject }),
    {
      invalidates: CONTACT_QUERIES,
      onSuccess: (answer) => {
        notifications.show({ message: done(answer.contacts) })
        onClose()
        onSuccess()
      },
    },
  )
}
