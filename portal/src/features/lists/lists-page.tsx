import { Button } from '@mantine/core'
import { useState } from 'react'
import { useListPage } from '../../api/use-list-page.ts'
import { EmptyState } from '../../components/feedback/empty-state.tsx'
import { PlusIcon } from '../../components/icons.tsx'
import { PageHeader } from '../../components/layout/page-header.tsx'
import { type Column, DataTable } from '../../components/table/data-table.tsx'
import { useFormat } from '../../components/values/locale-context.tsx'
import { RelativeTime } from '../../components/values/time.tsx'
import { Labels } from '../contacts/contact-columns.tsx'
import type { List } from '../contacts/queries.ts'
import { CreateList } from './create-list.tsx'

const COLUMNS: Column<List>[] = [
  { name: 'Name', cell: ({ name }) => name },
  { name: 'Type', cell: ({ kind }) => (kind === 'DYNAMIC' ? 'Dynamic' : 'Static') },
  { name: 'Labels', cell: ({ kind, labels }) => (kind === 'DYNAMIC' ? <Labels labels={labels} /> : '–') },
  { name: 'Contacts', isNumber: true, cell: ({ contacts }) => <Count count={contacts} /> },
  { name: 'Created', isDesktopOnly: true, cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
]

const Count = ({ count }: { count: number }) => useFormat().number(count)

export function ListsPage() {
  const [isCreating, setCreating] = useState(false)
  const list = useListPage<List>('/contact-lists', { key: ['contact-lists', 'page'] })
  const make = (
    <Button leftSection={<PlusIcon />} onClick={() => setCreating(true)}>
      Create list
    </Button>
  )
  return (
    <>
      <PageHeader
        title="Contact lists"
        about="Campaigns are sent to contact lists. Dynamic lists follow labels; static lists contain the contacts you add."
        actions={make}
      />
      <DataTable
        label="Contact lists"
        columns={COLUMNS}
        list={list}
        rowKey={({ id }) => id}
        rowLink={({ id }) => ({ to: '/lists/$id', params: { id } })}
        empty={
          <EmptyState
            title="No contact lists yet"
            about="Create a dynamic list from a label, such as VIP, or select contacts on the Contacts page."
            action={<Button onClick={() => setCreating(true)}>Create your first list</Button>}
          />
        }
      />
      {isCreating && <CreateList onClose={() => setCreating(false)} />}
    </>
  )
}
