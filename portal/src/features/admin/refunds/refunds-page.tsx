import { Group, NativeSelect, Text } from '@mantine/core'
import { useUrlFilter } from '../../../api/url-params.ts'
import { useListPage } from '../../../api/use-list-page.ts'
import { EmptyState } from '../../../components/feedback/empty-state.tsx'
import { PageHeader } from '../../../components/layout/page-header.tsx'
import { type Column, DataTable } from '../../../components/table/data-table.tsx'
import { Money } from '../../../components/values/money.tsx'
import { rich } from '../../../components/values/rich.ts'
import { StatusDot } from '../../../components/values/status-dot.tsx'
import { RelativeTime } from '../../../components/values/time.tsx'
import { t } from '../../../format/translate.ts'
import { ADMIN } from '../queries.ts'
import { needsBankTransfer, REFUND_BASES, REFUND_STATES, type Refund } from './refunds.ts'

const FILTERS = [
  { value: '', label: t('All requests') },
  ...Object.entries(REFUND_STATES).map(([value, [, label]]) => ({ value, label })),
]

const COLUMNS: Column<Refund>[] = [
  {
    name: t('Request'),
    cell: ({ basis, invoiceNumber }) => `${REFUND_BASES[basis]}${invoiceNumber ? `, ${invoiceNumber}` : ''}`,
  },
  { name: t('Reason'), cell: ({ reason }) => reason },
  { name: t('Requested'), cell: ({ requestedAt }) => <RelativeTime at={requestedAt} /> },
  { name: t('Status'), cell: (refund) => <State refund={refund} /> },
  {
    name: t('Amount'),
    isNumber: true,
    cell: ({ amountMinorUnit, currency, status }) =>
      amountMinorUnit !== null ? (
        <Money minorUnits={amountMinorUnit} currency={currency} />
      ) : status === 'REQUESTED' ? (
        t('Pending')
      ) : (
        t('None')
      ),
  },
]

function State({ refund }: { refund: Refund }) {
  const [tone, word] = REFUND_STATES[refund.status]
  return (
    <>
      <StatusDot tone={tone}>{word}</StatusDot>
      {needsBankTransfer(refund) && (
        <Text size="xs" c="dimmed">
          {rich('{amount} by bank transfer', {
            amount: <Money minorUnits={refund.manualPayoutMinorUnit} currency={refund.currency} />,
          })}
        </Text>
      )}
    </>
  )
}

export function RefundsPage() {
  const [status, setStatus] = useUrlFilter('status')
  const list = useListPage<Refund>('/admin/refunds', {
    filters: { status: status || undefined },
    key: [...ADMIN, 'refunds', 'list'],
  })
  return (
    <>
      <PageHeader
        title={t('Refunds')}
        about={t('Refund requests from vendors, newest first. Open one to approve or reject it.')}
      />
      <Group mb="sm">
        <NativeSelect
          aria-label={t('Filter by status')}
          data={FILTERS}
          value={status}
          onChange={(event) => setStatus(event.currentTarget.value)}
        />
      </Group>
      <DataTable
        label={t('Refund requests')}
        columns={COLUMNS}
        list={list}
        rowKey={({ id }) => id}
        rowLink={({ id }) => ({ to: '/admin/refunds/$refundId', params: { refundId: id } })}
        empty={
          status ? (
            <EmptyState
              title={t('No requests with this status')}
              about={t('Select “All requests” to see the others.')}
            />
          ) : (
            <EmptyState title={t('No refund requests')} about={t('Refund requests from vendors appear here.')} />
          )
        }
      />
    </>
  )
}
