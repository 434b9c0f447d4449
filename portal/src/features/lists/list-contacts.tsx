import { Button, Group, Paper, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api/api.ts'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { useListPage } from '../../api/use-list-page.ts'
import { ConfirmDialog } from '../../components/feedback/confirm-dialog.tsx'
import { EmptyState } from '../../components/feedback/empty-state.tsx'
import { DataTable } from '../../components/table/data-table.tsx'
import { useSelection } from '../../components/table/use-selection.ts'
import { t } from '../../format/translate.ts'
import { CONTACT_COLUMNS } from '../contacts/contact-columns.tsx'
import { CONTACT_QUERIES, type Contact, type List, nameOf } from '../contacts/queries.ts'

export function ListContacts({ list }: { list: List }) {
  const isStatic = list.kind === 'STATIC'
  const members = useListPage<Contact>('/contacts/search', {
    filters: { listId: list.id },
    key: ['contacts', 'members'],
    isPost: true,
  })
  const { selected, selection, clear } = useSelection<Contact>(list.id, (contact) =>
    t('Select {name}', { name: nameOf(contact) }),
  )
  return (
    <>
      {selected.length > 0 && <RemoveFromList list={list} selected={selected} clear={clear} />}
      <DataTable
        label={t('Contacts in the list')}
        columns={CONTACT_COLUMNS}
        list={members}
        rowKey={({ id }) => id}
        rowLink={({ id }) => ({ to: '/contacts/$id', params: { id } })}
        selection={isStatic ? selection : undefined}
        empty={
          <EmptyState
            title={t('No contacts in this list')}
            about={
              isStatic
                ? t('Select contacts on the Contacts page and add them to this list.')
                : t('Contacts with one of its labels are added automatically.')
            }
            action={
              <Button component={Link} to="/contacts">
                {t('View contacts')}
              </Button>
            }
          />
        }
      />
    </>
  )
}

function RemoveFromList({ list, selected, clear }: { list: List; selected: readonly Contact[]; clear: () => void }) {
  const [isAsking, setAsking] = useState(false)
  const who = t('{count, plural, one {# contact} other {# contacts}}', { count: selected.length })
  const remove = useApiMutation(
    (contactIds: readonly string[]) => api.delete(`/contact-lists/${list.id}/contacts`, { contactIds }),
    {
      invalidates: CONTACT_QUERIES,
      onSuccess: () => {
        setAsking(false)
        clear()
      },
    },
  )
  return (
    <Paper withBorder px="sm" py={6} mb="sm" component="section" aria-label={t('Selected contacts')}>
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={550} role="status">
          {t('{who} selected', { who })}
        </Text>
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={() => setAsking(true)}>
            {t('Remove {who}', { who })}
          </Button>
          <Button size="xs" variant="subtle" onClick={clear}>
            {t('Clear selection')}
          </Button>
        </Group>
      </Group>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t('Remove from list?')}
        confirm={t('Remove {who}', { who })}
        isBusy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate(selected.map(({ id }) => id))}
      >
        {t('{who} will be removed from the list. The contacts themselves are kept.', { who })}
      </ConfirmDialog>
    </Paper>
  )
}
