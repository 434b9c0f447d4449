import type { DiscrepancyView } from '@harkara/server/dispatch/provider/schema'
import { Text, Title } from '@mantine/core'
import type { Out } from '../../../api/types.ts'
import { useListPage } from '../../../api/use-list-page.ts'
import { EmptyState } from '../../../components/feedback/empty-state.tsx'
import { type Column, DataTable } from '../../../components/table/data-table.tsx'
import { StatusDot } from '../../../components/values/status-dot.tsx'
import { RelativeTime } from '../../../components/values/time.tsx'
import { formatMoney } from '../../../format/money.ts'
import { ADMIN } from '../queries.ts'
import { VendorLink } from '../vendor-link.tsx'

type Discrepancy = Out<typeof DiscrepancyView>

const ROWS = 10
const REPORTED = { delivered: 'Delivered', read: 'Read', failed: 'Failed' } as const
const STATUSES: Readonly<Record<Discrepancy['status'], string>> = {
  QUEUED: 'Queued',
  SENDING: 'Sending',
  SENT: 'Sent',
  DELIVERED: 'Delivered',
  FAILED: 'Failed',
  UNKNOWN: 'Unconfirmed',
  CANCELLED: 'Cancelled',
}

const COLUMNS: Column<Discrepancy>[] = [
  { name: 'Vendor', cell: ({ vendorId, companyName }) => <VendorLink vendorId={vendorId} name={companyName} /> },
  {
    name: 'Reported',
    cell: ({ reportedStatus, errorCode }) =>
      errorCode === null ? REPORTED[reportedStatus] : `${REPORTED[reportedStatus]} (error ${errorCode})`,
  },
  { name: 'Reported at', cell: ({ reportedAt }) => <RelativeTime at={reportedAt} /> },
  { name: 'Message status', cell: ({ status }) => STATUSES[status] },
  {
    name: 'Charge',
    cell: ({ charged }) => (
      <StatusDot tone={charged ? 'neutral' : 'pending'}>{charged ? 'Charged' : 'Not charged'}</StatusDot>
    ),
  },
  {
    name: 'Price',
    isNumber: true,
    cell: ({ costMinorUnit, currency }) => formatMoney(costMinorUnit, currency),
  },
]

/** Status updates that contradict an earlier one, including deliveries that were not charged. */
export function Discrepancies() {
  const list = useListPage<Discrepancy>('/admin/provider/discrepancies', {
    pageSize: ROWS,
    key: [...ADMIN, 'provider', 'discrepancies'],
  })
  return (
    <section aria-labelledby="discrepancies">
      <Title order={2} size="h4" mt="xl" mb={4} id="discrepancies">
        Discrepancies
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        Status updates that contradict an earlier one or arrived after a refund. They did not change any balance.
      </Text>
      <DataTable
        label="Discrepancies"
        columns={COLUMNS}
        list={list}
        rowKey={({ id }) => id}
        empty={<EmptyState title="No discrepancies" about="All status updates are consistent." />}
      />
    </section>
  )
}
