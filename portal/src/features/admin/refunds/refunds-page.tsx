import { Group, NativeSelect, Text } from '@mantine/core'
import { useState } from 'react'
import { useListPage } from '../../../api/use-list-page.ts'
import { EmptyState } from '../../../components/feedback/empty-state.tsx'
import { PageHeader } from '../../../components/layout/page-header.tsx'
import { type Column, DataTable } from '../../../components/table/data-table.tsx'
import { Money } from '../../../components/values/money.tsx'
import { StatusDot } from '../../../components/values/status-dot.tsx'
import { RelativeTime } from '../../../components/values/time.tsx'
import { ADMIN } from '../queries.ts'
import { needsBankTransfer, REFUND_BASES, REFUND_STATES, type Refund } from './refunds.ts'

const FILTERS = [
  { value: '', label: 'All requests' },
  ...Object.entries(REFUND_STATES).map(([value, [, label]]) => ({ value, label })),
]

const COLUMNS: Column<Refund>[] = [
  {
    name: 'Request',
    cell: ({ basis, invoiceNumber }) => `${REFUND_BASES[basis]}${invoiceNumber ? `, ${invoiceNumber}` : ''}`,
  },
  { name: 'Reason', cell: ({ reason }) => reason },
  { name: 'Requested', cell: ({ requestedAt }) => <RelativeTime at={requestedAt} /> },
  { name: 'Status', cell: (refund) => <State refund={refund} /> },
  {
    name: 'Amount',
    isNumber: true,
    cell: ({ amountMinorUnit, currency, status }) =>
      amountMinorUnit !== null ? (
        <Money minorUnits={amountMinorUnit} currency={currency} />
      ) : status === 'REQUESTED' ? (
        'Pending'
      ) : (
        'None'
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
          <Money minorUnits={refund.manualPayoutMinorUnit} currency={refund.currency} /> by bank transfer
        </Text>
      )}
    </>
  )
}

export function RefundsPage() {
  const [status, setStatus] = useState('')
  const list = useListPage<Refund>('/admin/refunds', {
    filters: { status: status || undefined },
    key: [...ADMIN, 'refunds', 'list'],
  })
  return (
    <>
      <PageHeader
        title="Refunds"
        about="Refund requests from vendors, newest first. Open one to approve or reject it."
      />
      <Group mb="sm">
        <NativeSelect
          aria-label="Filter by status"
          data={FILTERS}
          value={status}
          onChange={(event) => setStatus(event.currentTarget.value)}
        />
      </Group>
      <DataTable
        label="Refund requests"
        columns={COLUMNS}
        list={list}
        rowKey={({ id }) => id}
        rowLink={({ id }) => ({ to: '/admin/refunds/$refundId', params: { refundId: id } })}
        empty={
          status ? (
            <EmptyState title="No requests with this status" about="Select “All requests” to see the others." />
          ) : (
            <EmptyState title="No refund requests" about="Refund requests from vendors appear here." />
          )
        }
      />
    </>
  )
}
