import { Anchor, Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { Link, type LinkProps } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api/api.ts'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { useListPage } from '../../api/use-list-page.ts'
import { EmptyState } from '../../components/feedback/empty-state.tsx'
import { ErrorState } from '../../components/feedback/error-state.tsx'
import { useSubmit } from '../../components/feedback/use-submit.ts'
import { PlusIcon } from '../../components/icons.tsx'
import { PageHeader } from '../../components/layout/page-header.tsx'
import { type Column, DataTable } from '../../components/table/data-table.tsx'
import { useFormat } from '../../components/values/locale-context.tsx'
import { CONTACT_QUERIES, type Label } from './queries.ts'

const COLUMNS: Column<Label>[] = [
  { name: 'Label', cell: ({ name }) => name },
  { name: 'Contacts', isNumber: true, cell: ({ contacts }) => <Count count={contacts} /> },
]

const Count = ({ count }: { count: number }) => useFormat().number(count)

export function LabelsPage() {
  const [isCreating, setCreating] = useState(false)
  const list = useListPage<Label>('/labels', { key: ['labels', 'page'] })
  return (
    <>
      <PageHeader
        title="Labels"
        about={
          <>
            Group contacts with labels such as VIP, Pune or wholesale. Dynamic{' '}
            <Anchor component={Link} to={'/lists' as LinkProps['to']}>
              contact lists
            </Anchor>{' '}
            contain all contacts with a label.
          </>
        }
        actions={
          <>
            <Button component={Link} to="/contacts" variant="default">
              All contacts
            </Button>
            <Button leftSection={<PlusIcon />} onClick={() => setCreating(true)}>
              Create label
            </Button>
          </>
        }
      />
      <DataTable
        label="Labels"
        columns={COLUMNS}
        list={list}
        rowKey={({ id }) => id}
        rowLink={({ id }) => ({ to: '/contacts', search: { label: id } })}
        empty={
          <EmptyState
            title="No labels yet"
            about="Create labels here, add them to contacts, or import them with a spreadsheet."
            action={<Button onClick={() => setCreating(true)}>Create your first label</Button>}
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
    validate: { name: (name) => (name.trim() ? null : 'Enter a label.') },
  })
  const make = useApiMutation((values: { name: string }) => api.post<Label>('/labels', values), {
    invalidates: CONTACT_QUERIES,
    onSuccess: ({ name }) => {
      notifications.show({ message: `Label ${name} created.` })
      onClose()
    },
  })
  const { submit, isBusy, error } = useSubmit(form, make.mutateAsync)
  return (
    <Modal opened onClose={onClose} title="Create label" centered closeButtonProps={{ 'aria-label': 'Close' }}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            label="Label"
            description="Not case-sensitive: VIP and vip are the same label."
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('name')}
          />
          {error ? <ErrorState error={error} /> : null}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={isBusy}>
              Create label
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
