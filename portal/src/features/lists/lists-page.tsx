import { Button } from '@mantine/core'
import { useState } from 'react'
import { useListPage } from '../../api/use-list-page.ts'
import { EmptyState } from '../../components/feedback/empty-state.tsx'
import { PlusIcon } from '../../components/icons.tsx'
import { PageHeader } from '../../components/layout/page-header.tsx'
import { type Column, DataTable } from '../../components/table/data-table.tsx'
import { useFormat } from '../../components/values/locale-context.tsx'
import { RelativeTime } from '../../components/values/time.tsx'
import { t } from '../../format/translate.ts'
import { Labels } from '../contacts/contact-columns.tsx'
import type { List } from '../contacts/queries.ts'
import { CreateList } from './create-list.tsx'

const COLUMNS: Column<List>[] = [
  { name: t('Name'), cell: ({ name }) => name },
  { name: t('Type'), cell: ({ kind }) => (kind === 'DYNAMIC' ? t('Dynamic') : t('Static')) },
  { name: t('Labels'), cell: ({ kind, labels }) => (kind === 'DYNAMIC' ? <Labels labels={labels} /> : '–') },
  { name: t('Contacts'), isNumber: true, cell: ({ contacts }) => <Count count={contacts} /> },
  { name: t('Created'), isDesktopOnly: true, cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
]

const Count = ({ count }: { count: number }) => useFormat().number(count)

export function ListsPage() {
  const [isCreating, setCreating] = useState(false)
  const list = useListPage<List>('/contact-lists', { key: ['contact-lists', 'page'] })
  const make = (
    <Button leftSection={<PlusIcon />} onClick={() => setCreating(true)}>
      {t('Create list')}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={t('Contact lists')}
        about={t(
          'Campaigns are sent to contact lists. Dynamic lists follow labels; static lists contain the contacts you add.',
        )}
        actions={make}
      />
      <DataTable
        label={t('Contact lists')}
        columns={COLUMNS}
        list={list}
        rowKey={({ id }) => id}
        rowLink={({ id }) => ({ to: '/lists/$id', params: { id } })}
        empty={
          <EmptyState
            illustration="contacts"
            title={t('No contact lists yet')}
            about={t('Create a dynamic list from a label, such as VIP, or select contacts on the Contacts page.')}
            action={<Button onClick={() => setCreating(true)}>{t('Create your first list')}</Button>}
          />
        }
      />
      {isCreating && <CreateList onClose={() => setCreating(false)} />}
    </>
  )
}
