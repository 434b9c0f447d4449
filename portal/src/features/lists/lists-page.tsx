import { Button } from '@mantine/core'
import { useState } from 'react'
import { useListPage } from '../../api/use-list-page.ts'
import { type Column, DataTable } from '../../components/data-table.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { PlusIcon } from '../../components/icons.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useFormat } from '../../components/place-context.tsx'
import { When } from '../../components/when.tsx'
import { Labels } from '../contacts/contact-columns.tsx'
import type { List } from '../contacts/queries.ts'
import { MakeList } from './make-list.tsx'

const COLUMNS: Column<List>[] = [
  { name: 'Name', cell: ({ name }) => name },
  { name: 'Who is in it', cell: ({ kind }) => (kind === 'DYNAMIC' ? 'Whoever has a label' : 'Chosen by hand') },
  { name: 'Labels', cell: ({ kind, labels }) => (kind === 'DYNAMIC' ? <Labels labels={labels} /> : '–') },
  { name: 'Contacts', isNumber: true, cell: ({ contacts }) => <Count count={contacts} /> },
  { name: 'Made', isWideOnly: true, cell: ({ createdAt }) => <When at={createdAt} /> },
]

const Count = ({ count }: { count: number }) => useFormat().count(count)

export function ListsPage() {
  const [isMaking, setMaking] = useState(false)
  const list = useListPage<List>('/contact-lists', { key: ['contact-lists', 'page'] })
  const make = (
    <Button leftSection={<PlusIcon />} onClick={() => setMaking(true)}>
      Make a list
    </Button>
  )
  return (
    <>
      <PageHeader
        title="Lists"
        about="Who gets a campaign. A list follows labels by itself, or has whom you put into it."
        actions={make}
      />
      <DataTable
        label="Lists"
        columns={COLUMNS}
        list={list}
        rowKey={({ id }) => id}
        rowLink={({ id }) => ({ to: '/lists/$id', params: { id } })}
        empty={
          <EmptyState
            title="No lists yet"
            about="Make one that follows a label, such as everybody who is a VIP, or choose people on the contacts page."
            action={<Button onClick={() => setMaking(true)}>Make the first list</Button>}
          />
        }
      />
      {isMaking && <MakeList onClose={() => setMaking(false)} />}
    </>
  )
}
