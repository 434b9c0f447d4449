import { Button, NativeSelect, Text } from '@mantine/core'
import { useState } from 'react'
import { useOperatorRights } from '../../../../api/session.ts'
import { useUrlFilter } from '../../../../api/url-params.ts'
import type { Column } from '../../../../components/table/data-table.tsx'
import { Money } from '../../../../components/values/money.tsx'
import { rich } from '../../../../components/values/rich.ts'
import { RelativeTime } from '../../../../components/values/time.tsx'
import { t } from '../../../../format/translate.ts'
import type { VendorDetail, VendorTransaction } from '../../queries.ts'
import { CorrectCredit } from './correct-credit.tsx'
import { VendorList } from './vendor-list.tsx'

const TYPES: Record<VendorTransaction['type'], string> = {
  CREDIT: t('Credit'),
  BONUS: t('Bonus'),
  REFUND: t('Refund'),
  RESERVED: t('Hold'),
  DEBIT: t('Debit'),
}
const FILTERS = [
  { value: '', label: t('All transactions') },
  ...Object.entries(TYPES).map(([value, label]) => ({ value, label })),
]
const ADDS: readonly VendorTransaction['type'][] = ['CREDIT', 'BONUS', 'REFUND']

/** The vendor's wallet transactions. Credits by operators can be corrected here. */
export function Transactions({ vendor }: { vendor: VendorDetail }) {
  const [type, setType] = useUrlFilter('type', { list: 'transactions' })
  const [chosen, setChosen] = useState<VendorTransaction>()
  const { mayMoveMoney } = useOperatorRights()
  const columns: Column<VendorTransaction>[] = [
    {
      name: t('Description'),
      cell: ({ description }) => (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {description}
        </Text>
      ),
    },
    {
      name: t('Type'),
      cell: ({ type: kind, referenceType }) => TYPES[kind] + (referenceType === 'ADMIN' ? ` ${t('by operator')}` : ''),
    },
    { name: t('Date'), cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
    {
      name: t('Amount'),
      isNumber: true,
      cell: ({ type: kind, amountMinorUnit, currency }) => (
        <Text span size="sm" fw={550} c={ADDS.includes(kind) ? 'var(--portal-success)' : undefined}>
          {ADDS.includes(kind) ? '+' : '−'}
          <Money minorUnits={amountMinorUnit} currency={currency} />
        </Text>
      ),
    },
    {
      name: t('Balance after'),
      isNumber: true,
      isDesktopOnly: true,
      cell: ({ balanceAfterMinorUnit, currency }) => <Money minorUnits={balanceAfterMinorUnit} currency={currency} />,
    },
    {
      name: t('Correction'),
      isActions: true,
      cell: (row) => <Correction row={row} mayCorrect={mayMoveMoney} onCorrect={() => setChosen(row)} />,
    },
  ]
  return (
    <>
      <VendorList<VendorTransaction>
        vendorId={vendor.id}
        list="transactions"
        label={t('Transactions')}
        columns={columns}
        rowKey={({ id }) => id}
        filters={{ type: type || undefined }}
        filter={
          <NativeSelect
            aria-label={t('Filter transactions by type')}
            data={FILTERS}
            size="xs"
            value={type}
            onChange={(event) => setType(event.currentTarget.value)}
          />
        }
        empty={
          type
            ? t('Select “All transactions” to see the others.')
            : t('Payments, credits and charges of this vendor appear here.')
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
        {rich('{amount} corrected', {
          amount: <Money minorUnits={row.correction.amountMinorUnit} currency={row.currency} />,
        })}
      </Text>
    )
  if (!row.isCorrectable || !mayCorrect) return null
  return (
    <Button variant="subtle" size="compact-sm" onClick={onCorrect}>
      {t('Correct credit')}
    </Button>
  )
}
