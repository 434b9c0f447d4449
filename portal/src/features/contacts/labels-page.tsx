import { Anchor, Button, Group, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { Link, type LinkProps } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api/api.ts'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { useListPage } from '../../api/use-list-page.ts'
import { EmptyState } from '../../components/feedback/empty-state.tsx'
import { ErrorState } from '../../components/feedback/error-state.tsx'
import { FormModal } from '../../components/feedback/form-modal.tsx'
import { useSubmit } from '../../components/feedback/use-submit.ts'
import { PlusIcon } from '../../components/icons.tsx'
import { PageHeader } from '../../components/layout/page-header.tsx'
import { type Column, DataTable } from '../../components/table/data-table.tsx'
import { useFormat } from '../../components/values/locale-context.tsx'
import { rich } from '../../components/values/rich.ts'
import { t } from '../../format/translate.ts'
import { CONTACT_QUERIES, type Label } from './queries.ts'

const COLUMNS: Column<Label>[] = [
  { name: t('Label'), cell: ({ name }) => name },
  { name: t('Contacts'), isNumber: true, cell: ({ contacts }) => <Count count={contacts} /> },
]

const Count = ({ count }: { count: number }) => useFormat().number(count)

export function LabelsPage() {
  const [isCreating, setCreating] = useState(false)
  const list = useListPage<Label>('/labels', { key: ['labels', 'page'] })
  return (
    <>
      <PageHeader
        title={t('Labels')}
        about={rich(
          'Group contacts with labels such as VIP, Pune or wholesale. Dynamic <link>contact lists</link> contain all contacts with a label.',
          {
            link: (text) => (
              <Anchor component={Link} to={'/lists' as LinkProps['to']}>
                {text}
              </Anchor>
            ),
          },
        )}
        actions={
          <Button leftSection={<PlusIcon />} onClick={() => setCreating(true)}>
            {t('Create label')}
          </Button>
        }
      />
      <DataTable
        label={t('Labels')}
        columns={COLUMNS}
        list={list}
        rowKey={({ id }) => id}
        rowLink={({ id }) => ({ to: '/contacts', search: { label: id } })}
        empty={
          <EmptyState
            illustration="contacts"
            title={t('No labels yet')}
            about={t('Create labels here, add them to contacts, or import them with a spreadsheet.')}
            action={<Button onClick={() => setCreating(true)}>{t('Create your first label')}</Button>}
          />
        }
      />
      {isCreating && <CreateLabel onClose={() => setCreating(false)} />}
    </>
  )
}

function CreateLabel({ onClose }: { onClose: () => void }) {
  const form = useForm({
    initialValues: { name: '' },
    validate: { name: (name) => (name.trim() ? null : t('Enter a label.')) },
  })
  const make = useApiMutation((values: { name: string }) => api.post<Label>('/labels', values), {
    invalidates: CONTACT_QUERIES,
    onSuccess: ({ name }) => {
      notifications.show({ message: t('Label {name} created.', { name }) })
      onClose()
    },
  })
  const { submit, isBusy, error } = useSubmit(form, make.mutateAsync)
  return (
    <FormModal title={t('Create label')} onClose={onClose} isUnsaved={form.isDirty() && !make.isSuccess}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            label={t('Label')}
            description={t('Not case-sensitive: VIP and vip are the same label.')}
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('name')}
          />
          {error ? <ErrorState error={error} /> : null}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('Cancel')}
            </Button>
            <Button type="submit" loading={isBusy}>
              {t('Create label')}
            </Button>
          </Group>
        </Stack>
      </form>
    </FormModal>
  )
}
