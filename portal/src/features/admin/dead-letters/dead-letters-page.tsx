import { Group, NativeSelect } from '@mantine/core'
import { useUrlFilter } from '../../../api/url-params.ts'
import { useListPage } from '../../../api/use-list-page.ts'
import { EmptyState } from '../../../components/feedback/empty-state.tsx'
import { PageHeader } from '../../../components/layout/page-header.tsx'
import { type Column, DataTable } from '../../../components/table/data-table.tsx'
import { useFormat } from '../../../components/values/locale-context.tsx'
import { StatusDot } from '../../../components/values/status-dot.tsx'
import { RelativeTime } from '../../../components/values/time.tsx'
import { t } from '../../../format/translate.ts'
import { ADMIN } from '../queries.ts'
import { type DeadLetter, deadLetterReason, deadLetterTitle } from './dead-letters.ts'

const KINDS = [
  { value: '', label: t('Webhooks and jobs') },
  { value: 'WEBHOOK', label: t('Webhooks') },
  { value: 'JOB', label: t('Jobs') },
  { value: 'MESSAGE', label: t('Messages') },
]
const STATES = [
  { value: 'open', label: t('Open') },
  { value: 'replayed', label: t('Replayed') },
  { value: 'closed', label: t('Closed') },
  { value: 'all', label: t('All') },
]
const STATE_FILTERS: Record<string, { replayed?: string; closed?: string }> = {
  open: { replayed: 'false', closed: 'false' },
  replayed: { replayed: 'true' },
  closed: { closed: 'true' },
}

const COLUMNS: Column<DeadLetter>[] = [
  { name: t('Item'), cell: deadLetterTitle },
  { name: t('Reason'), cell: (letter) => <span style={{ overflowWrap: 'anywhere' }}>{deadLetterReason(letter)}</span> },
  { name: t('Attempts'), isNumber: true, cell: ({ attempts }) => <Attempts count={attempts} /> },
  { name: t('Failed'), cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
  {
    name: t('Status'),
    cell: ({ replayedAt, closedAt }) => (
      <StatusDot tone={replayedAt || closedAt ? 'neutral' : 'error'}>
        {closedAt ? t('Closed') : replayedAt ? t('Replayed') : t('Open')}
      </StatusDot>
    ),
  },
]

function Attempts({ count }: { count: number }) {
  return useFormat().number(count)
}

export function DeadLettersPage() {
  const [kind, setKind] = useUrlFilter('kind')
  const [state, setState] = useUrlFilter('state', { byDefault: 'open' })
  const list = useListPage<DeadLetter>('/admin/dead-letters', {
    filters: { kind: kind || undefined, ...STATE_FILTERS[state] },
    key: [...ADMIN, 'dead-letters', 'list'],
  })
  return (
    <>
      <PageHeader
        title={t('Dead letters')}
        about={t('Webhooks, jobs and messages that failed after all retries. Open one to replay or close it.')}
      />
      <Group mb="sm">
        <NativeSelect
          aria-label={t('Filter by kind')}
          data={KINDS}
          value={kind}
          onChange={(event) => setKind(event.currentTarget.value)}
        />
        <NativeSelect
          aria-label={t('Filter by status')}
          data={STATES}
          value={state}
          onChange={(event) => setState(event.currentTarget.value)}
        />
      </Group>
      <DataTable
        label={t('Dead letters')}
        columns={COLUMNS}
        list={list}
        rowKey={({ id }) => id}
        rowLink={({ id }) => ({ to: '/admin/dead-letters/$letterId', params: { letterId: id } })}
        empty={<EmptyState title={t('No dead letters')} about={t('No dead letters match the filters.')} />}
      />
    </>
  )
}
