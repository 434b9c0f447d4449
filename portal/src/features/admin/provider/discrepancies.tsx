import type { DiscrepancyView } from '@harkara/server/dispatch/provider/schema'
import { Text, Title } from '@mantine/core'
import type { Out } from '../../../api/types.ts'
import { useListPage } from '../../../api/use-list-page.ts'
import { EmptyState } from '../../../components/feedback/empty-state.tsx'
import { type Column, DataTable } from '../../../components/table/data-table.tsx'
import { StatusDot } from '../../../components/values/status-dot.tsx'
import { RelativeTime } from '../../../components/values/time.tsx'
import { formatMoney } from '../../../format/money.ts'
import { t } from '../../../format/translate.ts'
import { ADMIN } from '../queries.ts'
import { VendorLink } from '../vendor-link.tsx'

type Discrepancy = Out<typeof DiscrepancyView>

const ROWS = 10
const REPORTED = { delivered: t('Delivered'), read: t('Read'), failed: t('Failed') } as const
const STATUSES: Readonly<Record<Discrepancy['status'], string>> = {
  QUEUED: t('Queued'),
  SENDING: t('Sending'),
  SENT: t('Sent'),
  DELIVERED: t('Delivered'),
  FAILED: t('Failed'),
  UNKNOWN: t('Unconfirmed'),
  CANCELLED: t('Cancelled'),
}

const COLUMNS: Column<Discrepancy>[] = [
  {
    name: t('Vendor'),
    isClamped: true,
    cell: ({ vendorId, companyName }) => <VendorLink vendorId={vendorId} name={companyName} isClamped />,
  },
  {
    name: t('Reported'),
    cell: ({ reportedStatus, errorCode }) =>
      errorCode === null
        ? REPORTED[reportedStatus]
        : t('{reportedStatus} (error {errorCode})', { reportedStatus: REPORTED[reportedStatus], errorCode }),
  },
  { name: t('Reported at'), cell: ({ reportedAt }) => <RelativeTime at={reportedAt} /> },
  { name: t('Message status'), cell: ({ status }) => STATUSES[status] },
  {
    name: t('Charge'),
    cell: ({ charged }) => (
      <StatusDot tone={charged ? 'neutral' : 'pending'}>{charged ? t('Charged') : t('Not charged')}</StatusDot>
    ),
  },
  {
    name: t('Price'),
    isNumber: true,
    cell: ({ costMinorUnit, currency }) => formatMoney(costMinorUnit, currency),
  },
]

/** Status updates that contradict an earlier one, including deliveries that were not charged. */
export function Discrepancies() {
  const list = useListPage<Discrepancy>('/admin/provider/discrepancies', {
    pageSize: ROWS,
    name: 'discrepancies',
    key: [...ADMIN, 'provider', 'discrepancies'],
  })
  return (
    <section aria-labelledby="discrepancies">
      <Title order={2} size="h4" mt="xl" mb={4} id="discrepancies">
        {t('Discrepancies')}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t('Status updates that contradict an earlier one or arrived after a refund. They did not change any balance.')}
      </Text>
      <DataTable
        label={t('Discrepancies')}
        columns={COLUMNS}
        list={list}
        rowKey={({ id }) => id}
        empty={<EmptyState title={t('No discrepancies')} about={t('All status updates are consistent.')} />}
      />
    </section>
  )
}
