import type { ProviderEventView } from '@harkara/server/dispatch/provider/schema'
import { Text, Title } from '@mantine/core'
import type { Out } from '../../../api/types.ts'
import { useListPage } from '../../../api/use-list-page.ts'
import { EmptyState } from '../../../components/feedback/empty-state.tsx'
import { type Column, DataTable } from '../../../components/table/data-table.tsx'
import { RelativeTime } from '../../../components/values/time.tsx'
import { providerWords } from '../../../format/text.ts'
import { t } from '../../../format/translate.ts'
import { ADMIN } from '../queries.ts'

type ProviderEvent = Out<typeof ProviderEventView>

const ROWS = 10
const SUBJECTS: Readonly<Record<string, string>> = {
  account_update: t('Account'),
  phone_number_quality_update: t('Sending number'),
  business_capability_update: t('Limits'),
  message_template_quality_update: t('Template quality'),
}

const COLUMNS: Column<ProviderEvent>[] = [
  { name: t('Subject'), cell: ({ field }) => SUBJECTS[field] ?? field },
  { name: t('Event'), cell: ({ event }) => (event === null ? '' : providerWords(event)) },
  {
    name: t('Details'),
    cell: ({ details }) => (
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {Object.entries(details)
          .map(([name, value]) => `${providerWords(name)}: ${value}`)
          .join(' · ')}
      </Text>
    ),
  },
  { name: t('Reported'), cell: ({ at }) => <RelativeTime at={at} /> },
]

/** What the provider reported about the account, the sending number and templates. */
export function AccountEvents() {
  const list = useListPage<ProviderEvent>('/admin/provider/events', {
    pageSize: ROWS,
    name: 'events',
    key: [...ADMIN, 'provider', 'events'],
  })
  return (
    <section aria-labelledby="account-events">
      <Title order={2} size="h4" mt="xl" mb="sm" id="account-events">
        {t('Account events')}
      </Title>
      <DataTable
        label={t('Account events')}
        columns={COLUMNS}
        list={list}
        rowKey={({ id }) => id}
        empty={<EmptyState title={t('No account events')} about={t('The provider has not reported any changes.')} />}
      />
    </section>
  )
}
