import type { VendorRow } from '@harkara/server/admin/schema'
import { Group, NativeSelect } from '@mantine/core'
import type { Out } from '../../../api/types.ts'
import { useUrlFilter } from '../../../api/url-params.ts'
import { useListPage } from '../../../api/use-list-page.ts'
import { EmptyState } from '../../../components/feedback/empty-state.tsx'
import { PageHeader } from '../../../components/layout/page-header.tsx'
import { type Column, DataTable } from '../../../components/table/data-table.tsx'
import { StatusDot } from '../../../components/values/status-dot.tsx'
import { RelativeTime } from '../../../components/values/time.tsx'
import { countryName } from '../../../format/text.ts'
import { t } from '../../../format/translate.ts'
import { ADMIN } from '../queries.ts'
import { SearchInput, useSearchText } from '../search-input.tsx'
import { VENDOR_STATES, VendorStatus } from './vendor-status.tsx'

type Row = Out<typeof VendorRow>
const STATUSES = [
  { value: '', label: t('All statuses') },
  ...Object.entries(VENDOR_STATES).map(([value, [, label]]) => ({ value, label })),
]

const COLUMNS: Column<Row>[] = [
  { name: t('Company'), cell: ({ companyName }) => companyName },
  { name: t('Status'), cell: ({ status }) => <VendorStatus status={status} /> },
  { name: t('Messaging'), cell: ({ messagingEnabled }) => <Messaging isOn={messagingEnabled} /> },
  { name: t('Country'), cell: ({ country }) => countryName(country) },
  { name: t('Currency'), cell: ({ currency }) => currency },
  { name: t('Registered'), cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
]

const Messaging = ({ isOn }: { isOn: boolean }) => (
  <StatusDot tone={isOn ? 'success' : 'neutral'}>{isOn ? t('On') : t('Off')}</StatusDot>
)

export function VendorsPage() {
  const { search, ...input } = useSearchText('vendors')
  const [status, setStatus] = useUrlFilter('status')
  const list = useListPage<Row>('/admin/vendors', {
    filters: { search, status: status || undefined },
    key: [...ADMIN, 'vendors', 'list'],
  })
  return (
    <>
      <PageHeader title={t('Vendors')} about={t('All companies on the platform, newest first.')} />
      <Group mb="sm">
        <SearchInput {...input} />
        <NativeSelect
          aria-label={t('Filter by status')}
          data={STATUSES}
          value={status}
          onChange={(event) => setStatus(event.currentTarget.value)}
        />
      </Group>
      <DataTable
        label={t('Vendors')}
        columns={COLUMNS}
        list={list}
        rowKey={({ id }) => id}
        rowLink={({ id }) => ({ to: '/admin/vendors/$vendorId', params: { vendorId: id } })}
        empty={
          search || status ? (
            <EmptyState
              title={t('No matching vendors')}
              about={t('Change the status, or search for a shorter part of the name.')}
            />
          ) : (
            <EmptyState title={t('No vendors yet')} about={t('Companies appear here after they register.')} />
          )
        }
      />
    </>
  )
}
