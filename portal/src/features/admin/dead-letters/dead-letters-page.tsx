import { Group, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useListPage } from '../../../api/use-list-page.ts'
import { EmptyState } from '../../../components/feedback/empty-state.tsx'
import { PageHeader } from '../../../components/layout/page-header.tsx'
import { type Column, DataTable } from '../../../components/table/data-table.tsx'
import { useFormat } from '../../../components/values/locale-context.tsx'
import { StatusDot } from '../../../components/values/status-dot.tsx'
import { RelativeTime } from '../../../components/values/time.tsx'
import { ADMIN } from '../queries.ts'
import { type DeadLetter, deadLetterReason, deadLetterTitle } from './dead-letters.ts'

const KINDS = [
  { value: '', label: 'Webhooks and jobs' },
  { value: 'WEBHOOK', label: 'Webhooks' },
  { value: 'JOB', label: 'Jobs' },
  { value: 'MESSAGE', label: 'Messages' },
]
const STATES = [
  { value: 'open', label: 'Open' },
  { value: 'replayed', label: 'Replayed' },
  { value: 'closed', label: 'Closed' },
  { value: 'all', label: 'All' },
]
const STATE_FILTERS: Record<string, { replayed?: string; closed?: string }> = {
  open: { replayed: 'false', closed: 'false' },
  replayed: { replayed: 'true' },
  closed: { closed: 'true' },
}

const COLUMNS: Column<DeadLetter>[] = [
  { name: 'Item', cell: deadLetterTitle },
  { name: 'Reason', cell: (letter) => <span style={{ overflowWrap: 'anywhere' }}>{deadLetterReason(letter)}</span> },
  { name: 'Attempts', isNumber: true, cell: ({ attempts }) => <Attempts count={attempts} /> },
  { name: 'Failed', cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
  {
    name: 'Status',
    cell: ({ replayedAt, closedAt }) => (
      <StatusDot tone={replayedAt || closedAt ? 'neutral' : 'error'}>
        {closedAt ? 'Closed' : replayedAt ? 'Replayed' : 'Open'}
      </StatusDot>
    ),
  },
]

function Attempts({ count }: { count: number }) {
  return useFormat().number(count)
}

export function DeadLettersPage() {
  const [kind, setKind] = useState('')
  const [state, setState] = useState('open')
  const list = useListPage<DeadLetter>('/admin/dead-letters', {
    filters: { kind: kind || undefined, ...STATE_FILTERS[state] },
    key: [...ADMIN, 'dead-letters', 'list'],
  })
  return (
    <>
      <PageHeader
        title="Dead letters"
        about="Webhooks, jobs and messages that failed after all retries. Open one to replay or close it."
      />
      <Group mb="sm">
        <NativeSelect
          aria-label="Filter by kind"
          data={KINDS}
          value={kind}
          onChange={(event) => setKind(event.currentTarget.value)}
        />
        <NativeSelect
          aria-label="Filter by status"
          data={STATES}
          value={state}
          onChange={(event) => setState(event.currentTarget.value)}
        />
      </Group>
      <DataTable
        label="Dead letters"
        columns={COLUMNS}
        list={list}
        rowKey={({ id }) => id}
        rowLink={({ id }) => ({ to: '/admin/dead-letters/$letterId', params: { letterId: id } })}
        empty={<EmptyState title="No dead letters" about="Nothing with these filters has failed after all retries." />}
      />
    </>
  )
}
