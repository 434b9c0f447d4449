import type { UnassignedView } from '@harkara/server/conversations/schema'
import { Text, Title } from '@mantine/core'
import type { Out } from '../../../api/types.ts'
import { useListPage } from '../../../api/use-list-page.ts'
import { EmptyState } from '../../../components/feedback/empty-state.tsx'
import { type Column, DataTable } from '../../../components/table/data-table.tsx'
import { RelativeTime } from '../../../components/values/time.tsx'
import { t } from '../../../format/translate.ts'
import { mediaLabel } from '../../inbox/display-names.ts'
import { ADMIN } from '../queries.ts'

type Unassigned = Out<typeof UnassignedView>

const ROWS = 10
const COLUMNS: Column<Unassigned>[] = [
  { name: t('From'), cell: ({ from }) => from ?? t('Unknown') },
  {
    name: t('Message'),
    cell: ({ text, type }) => (
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {text || mediaLabel(type)}
      </Text>
    ),
  },
  { name: t('Received'), cell: ({ receivedAt }) => <RelativeTime at={receivedAt} /> },
]

/** Incoming messages that belong to no vendor. */
export function UnassignedMessages() {
  const list = useListPage<Unassigned>('/admin/provider/unassigned', {
    pageSize: ROWS,
    name: 'unassigned',
    key: [...ADMIN, 'provider', 'unassigned'],
  })
  return (
    <section aria-labelledby="unassigned">
      <Title order={2} size="h4" mt="xl" mb={4} id="unassigned">
        {t('Unassigned messages')}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t('Incoming messages from people no vendor has written to recently. They are deleted after 30 days.')}
      </Text>
      <DataTable
        label={t('Unassigned messages')}
        columns={COLUMNS}
        list={list}
        rowKey={({ id }) => id}
        empty={
          <EmptyState
            title={t('No unassigned messages')}
            about={t('Every incoming message was matched to a vendor.')}
          />
        }
      />
    </section>
  )
}
