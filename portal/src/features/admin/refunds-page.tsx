import { Group, NativeSelect, Text } from '@mantine/core'
import { useState } from 'react'
import { useListPage } from '../../api/use-list-page.ts'
import { type Column, DataTable } from '../../components/data-table.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Money } from '../../components/money.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { StatusDot } from '../../components/status-dot.tsx'
import { When } from '../../components/when.tsx'
import { ADMIN } from './queries.ts'
import { REFUND_BASES, REFUND_STATES, type Refund, waitsForPayout } from './refund-names.ts'

const FILTERS = [
  { value: '', label: 'All requests' },
  ...Object.entries(REFUND_STATES).map(([value, [, label]]) => ({ value, label })),
]

const COLUMNS: Column<Refund>[] = [
  {
    name: 'What',
    cell: ({ basis, invoiceNumber }) => `${REFUND_BASES[basis]}${invoiceNumber ? `, ${invoiceNumber}` : ''}`,
  },
  { name: 'Why', cell: ({ reason }) => reason },
  { name: 'Asked', cell: ({ requestedAt }) => <When at={requestedAt} /> },
  { name: 'State', cell: (refund) => <State refund={refund} /> },
  {
    name: 'Amount',
    isNumber: true,
    cell: ({ amountMinorUnit, currency, status }) =>
      amountMinorUnit !== null ? (
        <Money minorUnits={amountMinorUnit} currency={currency} />
      ) : status === 'REQUESTED' ? (
        'Not decided'
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
      {waitsForPayout(refund) && (
        <Text size="xs" c="dimmed">
          <Money minorUnits={refund.manualPayoutMinorUnit} currency={refund.currency} /> to be paid by hand
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
      <PageHeader title="Refunds" about="What vendors asked to have back, newest first. Open one to decide it." />
      <Group mb="sm">
        <NativeSelect
          aria-label="Which requests"
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
            <EmptyState title="None in this state" about="Choose all requests to see the others." />
          ) : (
            <EmptyState
              title="No requests"
              about="When a vendor asks for money back, the request waits here for you."
            />
          )
        }
      />
    </>
  )
}
