import { Anchor, Title } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import { useUser } from '../../api/session.ts'
import { useListPage } from '../../api/use-list-page.ts'
import { type Column, DataTable } from '../../components/data-table.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { When } from '../../components/when.tsx'
import type { Change } from './queries.ts'

const ACTIONS: Record<Change['action'], string> = {
  CREATE: 'Added',
  UPDATE: 'Changed',
  MERGE: 'Merged with another entry of the same number',
  RESTORE: 'Put back as it was',
  DELETE: 'Deleted',
}

const COLUMNS: Column<Change>[] = [
  { name: 'What', cell: ({ action }) => ACTIONS[action] },
  { name: 'By', cell: (change) => <By change={change} /> },
  { name: 'When', cell: ({ at }) => <When at={at} /> },
]

export function ContactHistory({ id }: { id: string }) {
  const list = useListPage<Change>(`/contacts/${id}/history`, { key: ['contacts', id, 'history'], pageSize: 20 })
  return (
    <section aria-label="History">
      <Title order={2} size="h4" mb="sm">
        History
      </Title>
      <DataTable
        label="What was done to this contact"
        columns={COLUMNS}
        list={list}
        rowKey={({ at, action, jobId }) => `${at} ${action} ${jobId}`}
        empty={<EmptyState title="Nothing yet" about="Every change to this contact stands here." />}
      />
    </section>
  )
}

function By({ change: { actorId, jobId } }: { change: Change }) {
  const user = useUser()
  if (jobId)
    return (
      <Anchor component={Link} to={`/imports/${jobId}` as LinkProps['to']} size="sm">
        An import
      </Anchor>
    )
  if (actorId === null) return 'A program of yours'
  return actorId === user.id ? 'You' : 'Somebody of your company'
}
