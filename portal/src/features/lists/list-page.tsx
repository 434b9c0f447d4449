import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api/api.ts'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { ConfirmDialog } from '../../components/feedback/confirm-dialog.tsx'
import { ErrorState } from '../../components/feedback/error-state.tsx'
import { LoadingPage } from '../../components/feedback/loading.tsx'
import { PageHeader } from '../../components/layout/page-header.tsx'
import { useFormat } from '../../components/values/locale-context.tsx'
import { CONTACT_QUERIES, type List } from '../contacts/queries.ts'
import { ListContacts } from './list-contacts.tsx'

export function ListPage() {
  const { id } = useParams({ from: '/vendor/lists/$id' })
  const {
    data: list,
    error,
    refetch,
  } = useQuery({
    queryKey: ['contact-lists', id],
    queryFn: ({ signal }) => api.get<List>(`/contact-lists/${id}`, undefined, signal),
  })
  if (list) return <ListDetails key={id} list={list} />
  if (!error) return <LoadingPage />
  return (
    <>
      <PageHeader title="List" actions={<AllLists />} />
      <ErrorState error={error} retry={() => void refetch()} />
    </>
  )
}

const AllLists = () => (
  <Button component={Link} to="/lists" variant="default">
    All lists
  </Button>
)

function ListDetails({ list }: { list: List }) {
  const format = useFormat()
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <PageHeader
        title={list.name}
        tab="List"
        about={
          list.kind === 'DYNAMIC'
            ? `Dynamic list of all contacts with the label ${list.labels.join(' or ')}.`
            : 'Static list. Select contacts on the Contacts page to add them.'
        }
        actions={
          <>
            <AllLists />
            <Button renderRoot={(props) => <Link {...props} to="/campaigns/new" search={{ list: list.id }} />}>
              Create campaign
            </Button>
            <Button variant="default" onClick={() => setAsking(true)}>
              Delete list
            </Button>
          </>
        }
      />
      <Group mb="sm">
        <Text size="sm" c="dimmed" role="status">
          {format.plural(list.contacts, 'contact')}
        </Text>
      </Group>
      <ListContacts list={list} />
      {isAsking && <DeleteList list={list} onClose={() => setAsking(false)} />}
    </>
  )
}

function DeleteList({ list, onClose }: { list: List; onClose: () => void }) {
  const navigate = useNavigate()
  const remove = useApiMutation(() => api.delete(`/contact-lists/${list.id}`), {
    invalidates: CONTACT_QUERIES,
    onSuccess: () => {
      notifications.show({ message: 'List deleted.' })
      void navigate({ to: '/lists' })
    },
  })
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title="Delete list?"
      confirm={`Delete ${list.name}`}
      isDangerous
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(undefined)}
    >
      The contacts and their labels are kept. This cannot be undone.
    </ConfirmDialog>
  )
}
