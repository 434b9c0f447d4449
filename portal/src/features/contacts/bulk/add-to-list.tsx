import { Button, Group, Modal, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/api.ts'
import { useApiMutation } from '../../../api/use-api-mutation.ts'
import { ErrorState } from '../../../components/feedback/error-state.tsx'
import { useSubmit } from '../../../components/feedback/use-submit.ts'
import { useFormat } from '../../../components/values/locale-context.tsx'
import { CONTACT_QUERIES, type List, listsQuery } from '../queries.ts'
import type { BulkDialogProps } from './dialog-props.ts'

const NEW = ''

export function AddToList({ selected, onClose, onSuccess }: BulkDialogProps) {
  const format = useFormat()
  const who = format.plural(selected.length, 'contact')
  const { data: lists = [] } = useQuery(listsQuery)
  const form = useForm({
    initialValues: { listId: NEW, name: '' },
    validate: { name: (name, { listId }) => (listId === NEW && !name.trim() ? 'Enter a name for the list.' : null) },
  })
  const contactIds = selected.map(({ id }) => id)
  const add = useApiMutation(
    ({ listId, name }: { listId: string; name: string }, key) =>
      listId === NEW
        ? api.post<List>('/contact-lists', { name, contactIds }, key)
        : api.post<List>(`/contact-lists/${listId}/contacts`, { contactIds }, key),
    {
      invalidates: CONTACT_QUERIES,
      onSuccess: ({ name, contacts }) => {
        notifications.show({ message: `${name} now has ${format.plural(contacts, 'contact')}.` })
        onClose()
        onSuccess()
      },
    },
  )
  const { submit, isBusy, error } = useSubmit(form, add.mutateAsync)
  return (
    <Modal opened onClose={onClose} title="Add to list" centered closeButtonProps={{ 'aria-label': 'Close' }}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <NativeSelect
            label="List"
            description="Dynamic lists are filled by their labels and not shown here."
            data={[
              { value: NEW, label: 'New list' },
              ...lists.filter(({ kind }) => kind === 'STATIC').map(({ id, name }) => ({ value: id, label: name })),
            ]}
            {...form.getInputProps('listId')}
          />
          {form.values.listId === NEW && (
            <TextInput label="List name" autoComplete="off" {...form.getInputProps('name')} />
          )}
          {error ? <ErrorState error={error} /> : null}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={isBusy}>
              Add {who}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
