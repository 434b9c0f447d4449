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
import { capitalize, humanize } from '../../../format/text.ts'
import { ADMIN } from '../queries.ts'
import { VendorLink } from '../vendor-link.tsx'

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
    key: [...ADMIN, 'audit'],
  })
  return (
    <DataTable
      label="Audit"
      columns={vendorId === undefined ? COLUMNS : COLUMNS.filter(({ name }) => name !== 'Vendor')}
      list={list}
      rowKey={({ id }) => id}
      empty={
        <EmptyState
          title="No entries"
          about={
            action
              ? 'Select “All actions” to see the others.'
              : 'Changes made by operators appear here, with their reasons.'
          }
        />
      }
    />
  )
}

const COLUMNS: Column<Entry>[] = [
  { name: 'Action', cell: ({ action }) => humanize(action) },
  { name: 'Details', cell: (entry) => <Details entry={entry} /> },
  { name: 'Vendor', cell: ({ vendorId }) => <VendorLink vendorId={vendorId} /> },
  { name: 'Actor', cell: ({ operatorId }) => <By operatorId={operatorId} /> },
  { name: 'Date', cell: ({ at }) => <RelativeTime at={at} /> },
]

function By({ operatorId }: { operatorId: string | null }) {
  const { id } = useUser()
  if (operatorId === null) return 'System'
  return operatorId === id ? 'You' : <IdText>{operatorId}</IdText>
}

function Details({ entry: { details, before, after } }: { entry: Entry }) {
  const { currency } = details
  const textOf = (name: string, value: unknown) => {
    if (value === null || value === undefined) return 'none'
    if (typeof currency === 'string' && name.endsWith('MinorUnit')) return formatMoney(Number(value), currency)
    return name.endsWith('Paise') ? formatMoney(Number(value), 'INR') : String(value)
  }
  const isShown = ([name, value]: [string, unknown]) =>
    value !== null && !(name === 'currency' && 'amountMinorUnit' in details)
  const facts = Object.entries(details)
    .filter(isShown)
    .map(([name, value]) => [nameOf(name), textOf(name, value)])
  // What is new or gone as a whole is said by the action.
  const changes = Object.keys({ ...before, ...after })
    .filter((name) => !(name in details) && before?.[name] !== undefined && before[name] !== after?.[name])
    .map((name) => [nameOf(name), `${textOf(name, before?.[name])} → ${textOf(name, after?.[name])}`])
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

/** Turns `amountMinorUnit` into `Amount`. */
const nameOf = (name: string) =>
  capitalize(
    name
      .replace(/(MinorUnit|Paise)$/, '')
      .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
      .trim(),
  )
