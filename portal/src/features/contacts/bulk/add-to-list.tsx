import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/api.ts'
import { ErrorState } from '../../../components/feedback/error-state.tsx'
import { FormModal } from '../../../components/feedback/form-modal.tsx'
import { useSubmit } from '../../../components/feedback/use-submit.ts'
import { t } from '../../../format/translate.ts'
import { type List, listsQuery } from '../queries.ts'
import type { BulkDialogProps } from './dialog-props.ts'
import { useContactAction } from './use-contact-action.ts'

const NEW = ''

export function AddToList(props: BulkDialogProps) {
  const { selected, onClose } = props
  const who = t('{count, plural, one {# contact} other {# contacts}}', { count: selected.count })
  const { data: lists = [] } = useQuery(listsQuery)
  const form = useForm({
    initialValues: { listId: NEW, name: '' },
    validate: { name: (name, { listId }) => (listId === NEW && !name.trim() ? t('Enter a name for the list.') : null) },
  })
  const add = useContactAction(props, (contacts) =>
    t('{contacts, plural, one {# contact} other {# contacts}} added to the list.', { contacts }),
  )
  // A list that was created before a failure is used again.
  const [created, setCreated] = useState<List>()
  const { submit, isBusy, error } = useSubmit(form, async ({ listId, name }) => {
    const list =
      listId !== NEW
        ? { id: listId }
        : created?.name === name.trim()
          ? created
          : await api.post<List>('/contact-lists', { name })
    if ('name' in list) setCreated(list)
    await add.mutateAsync({ action: 'ADD_TO_LIST', listId: list.id })
  })
  return (
    <FormModal title={t('Add to list')} onClose={onClose} isUnsaved={form.isDirty() && !add.isSuccess}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <NativeSelect
            label={t('List')}
            description={t('Dynamic lists are filled by their labels and not shown here.')}
            data={[
              { value: NEW, label: t('New list') },
              ...lists.filter(({ kind }) => kind === 'STATIC').map(({ id, name }) => ({ value: id, label: name })),
            ]}
            {...form.getInputProps('listId')}
          />
          {form.values.listId === NEW && (
            <TextInput label={t('List name')} autoComplete="off" {...form.getInputProps('name')} />
          )}
          {error ? <ErrorState error={error} /> : null}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('Cancel')}
            </Button>
            <Button type="submit" loading={isBusy}>
              {t('Add {who}', { who })}
            </Button>
          </Group>
        </Stack>
      </form>
    </FormModal>
  )
}
