import { Anchor, Title } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import { useUser } from '../../../api/session.ts'
import { useListPage } from '../../../api/use-list-page.ts'
import { EmptyState } from '../../../components/feedback/empty-state.tsx'
import { type Column, DataTable } from '../../../components/table/data-table.tsx'
import { RelativeTime } from '../../../components/values/time.tsx'
import { t } from '../../../format/translate.ts'
import type { Change } from '../queries.ts'

const ACTIONS: Record<Change['action'], string> = {
  CREATE: t('Created'),
  UPDATE: t('Updated'),
  MERGE: t('Merged'),
  RESTORE: t('Restored'),
  DELETE: t('Deleted'),
}

const COLUMNS: Column<Change>[] = [
  { name: t('Action'), cell: ({ action }) => ACTIONS[action] },
  { name: t('Actor'), cell: (change) => <Actor change={change} /> },
  { name: t('Date'), cell: ({ at }) => <RelativeTime at={at} /> },
]

export function ContactHistory({ id }: { id: string }) {
  const list = useListPage<Change>(`/contacts/${id}/history`, { key: ['contacts', id, 'history'], pageSize: 20 })
  return (
    <section aria-label={t('History')}>
      <Title order={2} size="h4" mb="sm">
        {t('History')}
      </Title>
      <DataTable
        label={t('Contact history')}
        columns={COLUMNS}
        list={list}
        rowKey={({ at, action, jobId }) => `${at} ${action} ${jobId}`}
        empty={<EmptyState title={t('No history')} about={t('Changes to this contact appear here.')} />}
      />
    </section>
  )
}

function Actor({ change: { actorId, jobId } }: { change: Change }) {
  const user = useUser()
  if (jobId)
    return (
      <Anchor component={Link} to={`/imports/${jobId}` as LinkProps['to']} size="sm">
        {t('Import')}
      </Anchor>
    )
  if (actorId === null) return 'API'
  return actorId === user.id ? t('You') : t('Team member')
}
