import type { AuditEntry } from '@harkara/server/audit/schema'
import { Text } from '@mantine/core'
import { useUser } from '../../../api/session.ts'
import type { Out } from '../../../api/types.ts'
import { useListPage } from '../../../api/use-list-page.ts'
import { EmptyState } from '../../../components/feedback/empty-state.tsx'
import { IdText } from '../../../components/layout/description-list.tsx'
import { type Column, DataTable } from '../../../components/table/data-table.tsx'
import { RelativeTime } from '../../../components/values/time.tsx'
import { formatMoney } from '../../../format/money.ts'
import { t } from '../../../format/translate.ts'
import { ADMIN } from '../queries.ts'
import { VendorLink } from '../vendor-link.tsx'
import { actionName } from './action-words.ts'
import { detailName } from './detail-names.ts'

type Entry = Out<typeof AuditEntry>

interface AuditTableProps {
  /** Limits the table to one vendor and hides the vendor column. */
  vendorId?: string
  action?: string | undefined
  pageSize?: number
}

export function AuditTable({ vendorId, action, pageSize = 50 }: AuditTableProps) {
  const list = useListPage<Entry>('/admin/audit', {
    filters: { vendorId, action },
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
            action
              ? t('Select “All actions” to see the others.')
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

function Details({ entry: { details, before, after } }: { entry: Entry }) {
  const { currency } = details
  const textOf = (name: string, value: unknown) => {
    if (value === null || value === undefined) return t('none')
    if (typeof currency === 'string' && name.endsWith('MinorUnit')) return formatMoney(Number(value), currency)
    return name.endsWith('Paise') ? formatMoney(Number(value), 'INR') : String(value)
  }
  const isShown = ([name, value]: [string, unknown]) =>
    value !== null && !(name === 'currency' && 'amountMinorUnit' in details)
  const facts = Object.entries(details)
    .filter(isShown)
    .map(([name, value]) => [detailName(name), textOf(name, value)])
  // What is new or gone as a whole is said by the action.
  const changes = Object.keys({ ...before, ...after })
    .filter((name) => !(name in details) && before?.[name] !== undefined && before[name] !== after?.[name])
    .map((name) => [detailName(name), `${textOf(name, before?.[name])} → ${textOf(name, after?.[name])}`])
  return (
    <Text component="div" size="sm" style={{ overflowWrap: 'anywhere' }}>
      {[...facts, ...changes].map(([name, value]) => (
        <div key={name}>
          {name}: {value}
        </div>
      ))}
    </Text>
  )
}
