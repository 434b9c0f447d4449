import type { TransactionView } from '@harkara/server/wallet/schema'
import { Anchor, Group, NativeSelect, Text, Title } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import { useState } from 'react'
import type { Out } from '../../api/types.ts'
import { useListPage } from '../../api/use-list-page.ts'
import { EmptyState } from '../../components/feedback/empty-state.tsx'
import { type Column, DataTable } from '../../components/table/data-table.tsx'
import { Money } from '../../components/values/money.tsx'
import { RelativeTime } from '../../components/values/time.tsx'

type Transaction = Out<typeof TransactionView>

const TYPES: Record<Transaction['type'], string> = {
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

/** In a closed account, transactions do not link to campaigns. */
export function Transactions({ isClosed = false }: { isClosed?: boolean }) {
  const [type, setType] = useState('')
  const list = useListPage<Transaction>('/billing/transactions', {
    filters: type ? { type } : {},
    key: ['wallet', 'transactions'],
  })
  return (
    <section aria-label="Transactions">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          Transactions
        </Title>
        <NativeSelect
          aria-label="Filter by type"
          data={FILTERS}
          value={type}
          onChange={(event) => setType(event.currentTarget.value)}
        />
      </Group>
      <DataTable
        label="Wallet transactions"
        columns={isClosed ? CLOSED_COLUMNS : COLUMNS}
        list={list}
        rowKey={({ id }) => id}
        empty={
          type ? (
            <EmptyState title="No transactions of this type" about="Select “All transactions” to see the others." />
          ) : (
            <EmptyState
              title={isClosed ? 'No transactions' : 'No transactions yet'}
              about={isClosed ? 'This account had no transactions.' : 'Add funds to your wallet to get started.'}
            />
          )
        }
      />
    </section>
  )
}

const COLUMNS: Column<Transaction>[] = [
  { name: 'Description', cell: (row) => <Description row={row} /> },
  { name: 'Type', cell: ({ type }) => TYPES[type] },
  { name: 'Date', cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
  { name: 'Amount', isNumber: true, cell: (row) => <Amount row={row} /> },
  {
    name: 'Balance after',
    isNumber: true,
    cell: ({ balanceAfterMinorUnit, currency }) => <Money minorUnits={balanceAfterMinorUnit} currency={currency} />,
  },
]

const CLOSED_COLUMNS = COLUMNS.map((column) =>
  column.name === 'Description' ? { ...column, cell: (row: Transaction) => row.description } : column,
)

const ADDS: readonly Transaction['type'][] = ['CREDIT', 'BONUS', 'REFUND']

function Amount({ row: { type, amountMinorUnit, bonusMinorUnit, currency } }: { row: Transaction }) {
  const isIn = ADDS.includes(type)
  return (
    <>
      <Text span size="sm" fw={550} c={isIn ? 'var(--portal-success)' : undefined}>
        {isIn ? '+' : '−'}
        <Money minorUnits={amountMinorUnit} currency={currency} />
      </Text>
      {bonusMinorUnit > 0 && type !== 'BONUS' && (
        <Text size="xs" c="dimmed">
          <Money minorUnits={bonusMinorUnit} currency={currency} /> bonus
        </Text>
      )}
    </>
  )
}

function Description({ row: { description, referenceType, referenceId } }: { row: Transaction }) {
  return (
    <>
      {description}
      {referenceId && (
        <Text component="div" size="xs" c="dimmed" fw={400}>
          {referenceType === 'CAMPAIGN' ? (
            <Anchor component={Link} to={`/campaigns/${referenceId}` as LinkProps['to']} size="xs">
              View campaign
            </Anchor>
          ) : (
            `${REFERENCES[referenceType ?? ''] ?? 'Reference'} ${referenceId}`
          )}
        </Text>
      )}
    </>
  )
}

const REFERENCES: Record<string, string> = {
  RECHARGE: 'Payment',
  SUBSCRIPTION: 'Plan',
  MESSAGE: 'Message',
  ADMIN: 'By Harkara',
  EXIT: 'Account closure',
}
