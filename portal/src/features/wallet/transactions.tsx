import type { TransactionView } from '@harkara/server/wallet/schema'
import { Anchor, Group, NativeSelect, Text, Title } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import { useState } from 'react'
import type { Out } from '../../api/types.ts'
import { useListPage } from '../../api/use-list-page.ts'
import { type Column, DataTable } from '../../components/data-table.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Money } from '../../components/money.tsx'
import { When } from '../../components/when.tsx'

type Transaction = Out<typeof TransactionView>

const TYPES: Record<Transaction['type'], string> = {
  CREDIT: 'Paid in',
  BONUS: 'Bonus',
  REFUND: 'Given back',
  RESERVED: 'Held',
  DEBIT: 'Spent',
}
const FILTERS = [
  { value: '', label: 'All movements' },
  { value: 'CREDIT', label: 'Paid in' },
  { value: 'BONUS', label: 'Bonus' },
  { value: 'REFUND', label: 'Given back' },
  { value: 'RESERVED', label: 'Held for campaigns' },
  { value: 'DEBIT', label: 'Spent' },
]

/** Of a closed account: no campaign can be opened any more. */
export function Transactions({ isClosed = false }: { isClosed?: boolean }) {
  const [type, setType] = useState('')
  const list = useListPage<Transaction>('/billing/transactions', {
    filters: type ? { type } : {},
    key: ['wallet', 'transactions'],
  })
  return (
    <section aria-label="Movements">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          Movements
        </Title>
        <NativeSelect
          aria-label="Which movements"
          data={FILTERS}
          value={type}
          onChange={(event) => setType(event.currentTarget.value)}
        />
      </Group>
      <DataTable
        label="Movements of the wallet"
        columns={isClosed ? CLOSED_COLUMNS : COLUMNS}
        list={list}
        rowKey={({ id }) => id}
        empty={
          type ? (
            <EmptyState title="None of this kind" about="Choose all movements to see the others." />
          ) : (
            <EmptyState
              title={isClosed ? 'No movements' : 'No movements yet'}
              about={isClosed ? 'Nothing was ever paid in.' : 'Recharge the wallet above: it is the first line here.'}
            />
          )
        }
      />
    </section>
  )
}

const COLUMNS: Column<Transaction>[] = [
  { name: 'What', cell: (row) => <What row={row} /> },
  { name: 'Kind', cell: ({ type }) => TYPES[type] },
  { name: 'When', cell: ({ createdAt }) => <When at={createdAt} /> },
  { name: 'Amount', isNumber: true, cell: (row) => <Amount row={row} /> },
  {
    name: 'Balance after',
    isNumber: true,
    cell: ({ balanceAfterMinorUnit, currency }) => <Money minorUnits={balanceAfterMinorUnit} currency={currency} />,
  },
]

const CLOSED_COLUMNS = COLUMNS.map((column) =>
  column.name === 'What' ? { ...column, cell: (row: Transaction) => row.description } : column,
)

const ADDS: readonly Transaction['type'][] = ['CREDIT', 'BONUS', 'REFUND']

function Amount({ row: { type, amountMinorUnit, bonusMinorUnit, currency } }: { row: Transaction }) {
  const isIn = ADDS.includes(type)
  return (
    <>
      <Text span size="sm" fw={550} c={isIn ? 'var(--portal-good)' : undefined}>
        {isIn ? '+' : '−'}
        <Money minorUnits={amountMinorUnit} currency={currency} />
      </Text>
      {bonusMinorUnit > 0 && type !== 'BONUS' && (
        <Text size="xs" c="dimmed">
          of it bonus <Money minorUnits={bonusMinorUnit} currency={currency} />
        </Text>
      )}
    </>
  )
}

function What({ row: { description, referenceType, referenceId } }: { row: Transaction }) {
  return (
    <>
      {description}
      {referenceId && (
        <Text component="div" size="xs" c="dimmed" fw={400}>
          {referenceType === 'CAMPAIGN' ? (
            <Anchor component={Link} to={`/campaigns/${referenceId}` as LinkProps['to']} size="xs">
              Open the campaign
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
  ADMIN: 'By Harkara, entry',
  EXIT: 'Closing the account, request',
}
