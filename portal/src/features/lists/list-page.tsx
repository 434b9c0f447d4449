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
import { formatList } from '../../format/text.ts'
import { t } from '../../format/translate.ts'
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
      <PageHeader title={t('List')} />
      <ErrorState error={error} retry={() => void refetch()} />
    </>
  )
}

function ListDetails({ list }: { list: List }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <PageHeader
        title={list.name}
        tab={t('List')}
        about={
          list.kind === 'DYNAMIC'
            ? t('Dynamic list of all contacts with the label {labels}.', {
                labels: formatList(list.labels, 'disjunction'),
              })
            : t('Static list. Select contacts on the Contacts page to add them.')
        }
        actions={
          <>
            <Button renderRoot={(props) => <Link {...props} to="/campaigns/new" search={{ list: list.id }} />}>
              {t('Create campaign')}
            </Button>
            <Button variant="default" onClick={() => setAsking(true)}>
              {t('Delete list')}
            </Button>
          </>
        }
      />
      <Group mb="sm">
        <Text size="sm" c="dimmed" role="status">
          {t('{count, plural, one {# contact} other {# contacts}}', { count: list.contacts })}
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
      notifications.show({ message: t('List deleted.') })
      void navigate({ to: '/lists' })
    },
  })
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('Delete list?')}
      confirm={t('Delete {name}', { name: list.name })}
      isDangerous
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(undefined)}
    >
      {t('The contacts and their labels are kept. This cannot be undone.')}
    </ConfirmDialog>
  )
}
