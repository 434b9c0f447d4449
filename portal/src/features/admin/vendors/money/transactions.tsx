import { Button, NativeSelect, Text } from '@mantine/core'
import { useState } from 'react'
import { useOperatorRights } from '../../../../api/session.ts'
import type { Column } from '../../../../components/table/data-table.tsx'
import { Money } from '../../../../components/values/money.tsx'
import { RelativeTime } from '../../../../components/values/time.tsx'
import type { VendorDetail, VendorTransaction } from '../../queries.ts'
import { CorrectCredit } from './correct-credit.tsx'
import { VendorList } from './vendor-list.tsx'

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
export function Transactions({ vendor }: { vendor: VendorDetail }) {
  const [type, setType] = useState('')
  const [chosen, setChosen] = useState<VendorTransaction>()
  const { mayMoveMoney } = useOperatorRights()
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
    {
      name: 'Correction',
      isActions: true,
      cell: (row) => <Correction row={row} mayCorrect={mayMoveMoney} onCorrect={() => setChosen(row)} />,
    },
  ]
  return (
    <>
      <VendorList<VendorTransaction>
        vendorId={vendor.id}
        list="transactions"
        label="Transactions"
        columns={columns}
        rowKey={({ id }) => id}
        filters={{ type: type || undefined }}
        filter={
          <NativeSelect
            aria-label="Filter transactions by type"
            data={FILTERS}
            size="xs"
            value={type}
            onChange={(event) => setType(event.currentTarget.value)}
          />
        }
        empty={
          type
            ? 'Select “All transactions” to see the others.'
            : 'Payments, credits and charges of this vendor appear here.'
        }
      />
      {chosen && <CorrectCredit vendor={vendor} credit={chosen} onClose={() => setChosen(undefined)} />}
    </>
  )
}

interface CorrectionProps {
  row: VendorTransaction
  mayCorrect: boolean
  onCorrect: () => void
}

function Correction({ row, mayCorrect, onCorrect }: CorrectionProps) {
  if (row.correction)
    return (
      <Text size="sm" c="dimmed">
        <Money minorUnits={row.correction.amountMinorUnit} currency={row.currency} /> corrected
      </Text>
    )
  if (!row.isCorrectable || !mayCorrect) return null
  return (
    <Button variant="subtle" size="compact-sm" onClick={onCorrect}>
      Correct
    </Button>
  )
}
