import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Query } from '../../../api/request.ts'
import { useUser } from '../../../api/session.ts'
import { useListPage } from '../../../api/use-list-page.ts'
import { EmptyState } from '../../../components/feedback/empty-state.tsx'
import { IdText } from '../../../components/layout/description-list.tsx'
import { type Column, DataTable } from '../../../components/table/data-table.tsx'
import { useFormat } from '../../../components/values/locale-context.tsx'
import { RelativeTime } from '../../../components/values/time.tsx'
import { t } from '../../../format/translate.ts'
import { ADMIN, tiersQuery } from '../queries.ts'
import { VendorLink } from '../vendor-link.tsx'
import { actionName } from './action-words.ts'
import { type Entry, factsOf } from './entry-facts.ts'

interface AuditTableProps {
  /** Limits the table to one vendor and hides the vendor column. */
  vendorId?: string
  filters?: Query
  isFiltered?: boolean
  pageSize?: number
}

export function AuditTable({ vendorId, filters, isFiltered = false, pageSize = 50 }: AuditTableProps) {
  const list = useListPage<Entry>('/admin/audit', {
    filters: { vendorId, ...filters },
    pageSize,
    name: vendorId === undefined ? '' : 'audit',
    key: [...ADMIN, 'audit'],
  })
  return (
    <DataTable
      label={t('Audit')}
      columns={vendorId === undefined ? COLUMNS : COLUMNS.filter((column) => column !== VENDOR_COLUMN)}
      list={list}
      rowKey={({ id }) => id}
      empty={
        <EmptyState
          title={t('No entries')}
          about={
            isFiltered
              ? t('Choose other filters to see more.')
              : t('Changes made by operators appear here, with their reasons.')
          }
        />
      }
    />
  )
}

const VENDOR_COLUMN: Column<Entry> = {
  name: t('Vendor'),
  cell: ({ vendorId }) => <VendorLink vendorId={vendorId} />,
}

const COLUMNS: Column<Entry>[] = [
  { name: t('Action'), cell: ({ action }) => actionName(action) },
  { name: t('Details'), cell: (entry) => <Details entry={entry} /> },
  VENDOR_COLUMN,
  { name: t('Actor'), cell: (entry) => <By entry={entry} /> },
  { name: t('Date'), cell: ({ at }) => <RelativeTime at={at} /> },
]

function By({ entry: { operatorId, operatorEmail } }: { entry: Entry }) {
  const { id } = useUser()
  if (operatorId === null) return t('System')
  if (operatorId === id) return t('You')
  return operatorEmail === null ? <IdText>{operatorId}</IdText> : <Address>{operatorEmail}</Address>
}

const Address = ({ children }: { children: string }) => <span style={{ overflowWrap: 'anywhere' }}>{children}</span>

function Details({ entry }: { entry: Entry }) {
  const format = useFormat()
  const { data: tiers } = useQuery({
    ...tiersQuery,
    enabled: 'tierId' in { ...entry.details, ...entry.before },
  })
  const tier = (id: string) => tiers?.data.find((one) => one.id === id)?.name
  return (
    <Text component="div" size="sm" style={{ overflowWrap: 'anywhere' }}>
      {factsOf(entry, { ...format, tier }).map(([name, value]) => (
        <div key={name}>
          {name}: {value}
        </div>
      ))}
    </Text>
  )
}
