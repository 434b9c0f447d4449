import { Button, Group, NativeSelect, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useListPage } from '../../../api/use-list-page.ts'
import { EmptyState } from '../../../components/feedback/empty-state.tsx'
import { type Column, DataTable } from '../../../components/table/data-table.tsx'
import { Money } from '../../../components/values/money.tsx'
import { RelativeTime } from '../../../components/values/time.tsx'
import { ADMIN, type VendorDetail, type VendorTransaction } from '../queries.ts'
import { CorrectCredit } from './correct-credit.tsx'

const TYPES: Record<VendorTransaction['type'], string> = {
  CREDIT: 'Credit',
  BONUS: 'Bonus',
  REFUND: 'Refund',
  RESERVED: 'Hold',
  DEBIT: 'Debit',
}
const FILTERS = [
  { value: '', label: 'All transactions' },
  ...Object.entries(TYPES).map(([value, label]) => ({ value, label })),
]
const ADDS: readonly VendorTransaction['type'][] = ['CREDIT', 'BONUS', 'REFUND']

/** The vendor's wallet transactions. Credits by operators can be corrected here. */
export function VendorTransactions({ vendor }: { vendor: VendorDetail }) {
  const [type, setType] = useState('')
  const [chosen, setChosen] = useState<VendorTransaction>()
  const list = useListPage<VendorTransaction>(`/admin/vendors/${vendor.id}/transactions`, {
    filters: { type: type || undefined },
    pageSize: 20,
    key: [...ADMIN, 'vendor-transactions', vendor.id],
  })
  const columns: Column<VendorTransaction>[] = [
    {
      name: 'Description',
      cell: ({ description }) => (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {description}
        </Text>
      ),
    },
    {
      name: 'Type',
      cell: ({ type: kind, referenceType }) => TYPES[kind] + (referenceType === 'ADMIN' ? ' by operator' : ''),
    },
    { name: 'Date', cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
    {
      name: 'Amount',
      isNumber: true,
      cell: ({ type: kind, amountMinorUnit, currency }) => (
        <Text span size="sm" fw={550} c={ADDS.includes(kind) ? 'var(--portal-success)' : undefined}>
          {ADDS.includes(kind) ? '+' : '−'}
          <Money minorUnits={amountMinorUnit} currency={currency} />
        </Text>
      ),
    },
    {
      name: 'Balance after',
      isNumber: true,
      isDesktopOnly: true,
      cell: ({ balanceAfterMinorUnit, currency }) => <Money minorUnits={balanceAfterMinorUnit} currency={currency} />,
    },
    { name: 'Correction', isActions: true, cell: (row) => <Correction row={row} onCorrect={() => setChosen(row)} /> },
  ]
  return (
    <section aria-label="Wallet transactions">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          Wallet transactions
        </Title>
        <NativeSelect
          aria-label="Filter transactions by type"
          data={FILTERS}
          value={type}
          onChange={(event) => setType(event.currentTarget.value)}
        />
      </Group>
      <DataTable
        label="Wallet transactions"
        columns={columns}
        list={list}
        rowKey={({ id }) => id}
        empty={
          type ? (
            <EmptyState title="No transactions of this type" about="Select “All transactions” to see the others." />
          ) : (
            <EmptyState title="No transactions" about="Payments, credits and charges of this vendor appear here." />
          )
        }
      />
      {chosen && <CorrectCredit vendor={vendor} credit={chosen} onClose={() => setChosen(undefined)} />}
    </section>
  )
}

function Correction({ row, onCorrect }: { row: VendorTransaction; onCorrect: () => void }) {
  if (row.correction)
    return (
      <Text size="sm" c="dimmed">
        <Money minorUnits={row.correction.amountMinorUnit} currency={row.currency} /> corrected
      </Text>
    )
  if (!row.isCorrectable) return null
  return (
    <Button variant="subtle" size="compact-sm" onClick={onCorrect}>
      Correct
    </Button>
  )
}
