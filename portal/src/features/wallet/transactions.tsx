import type { TransactionView } from '@harkara/server/wallet/schema'
import { Anchor, Group, Text, Title } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { Out } from '../../api/types.ts'
import { useUrlFilters } from '../../api/url-params.ts'
import { useListPage } from '../../api/use-list-page.ts'
import { EmptyState } from '../../components/feedback/empty-state.tsx'
import { type Column, DataTable } from '../../components/table/data-table.tsx'
import { DateFilter } from '../../components/table/date-filter.tsx'
import { FilterSelect } from '../../components/table/filter-select.tsx'
import { useLocale } from '../../components/values/locale-context.tsx'
import { Money } from '../../components/values/money.tsx'
import { rich } from '../../components/values/rich.ts'
import { RelativeTime } from '../../components/values/time.tsx'
import { t, translateServerText } from '../../format/translate.ts'
import { createdIn } from '../campaigns/period.ts'

type Transaction = Out<typeof TransactionView>

const TYPES: Record<Transaction['type'], string> = {
  CREDIT: t('Credit'),
  BONUS: t('Bonus'),
  REFUND: t('Refund'),
  RESERVED: t('Hold'),
  DEBIT: t('Debit'),
}

/** In a closed account, transactions do not link to campaigns. */
export function Transactions({ isClosed = false }: { isClosed?: boolean }) {
  const { timeZone } = useLocale()
  const filters = useUrlFilters(['type', 'from', 'to'])
  const { type } = filters.values
  const list = useListPage<Transaction>('/billing/transactions', {
    filters: { ...(type && { type }), ...createdIn(filters.values, timeZone) },
    key: ['wallet', 'transactions'],
  })
  return (
    <section aria-label={t('Transactions')}>
      <Group justify="space-between" align="flex-end" mb="sm">
        <Title order={2} size="h4">
          {t('Transactions')}
        </Title>
        <Group align="flex-end" gap="sm">
          <FilterSelect
            name="type"
            label={t('Type')}
            all={t('All transactions')}
            options={Object.entries(TYPES).map(([value, label]) => ({ value, label }))}
            filters={filters}
          />
          <DateFilter label={t('Date')} filters={filters} />
        </Group>
      </Group>
      <DataTable
        label={t('Wallet transactions')}
        columns={isClosed ? CLOSED_COLUMNS : COLUMNS}
        list={list}
        rowKey={({ id }) => id}
        empty={
          filters.isFiltered ? (
            <EmptyState
              title={t('No transactions found')}
              about={t('Choose another type or period to see the others.')}
            />
          ) : (
            <EmptyState
              illustration="wallet"
              title={isClosed ? t('No transactions') : t('No transactions yet')}
              about={isClosed ? t('This account had no transactions.') : t('Add funds to your wallet to get started.')}
            />
          )
        }
      />
    </section>
  )
}

const DETAILS: Column<Transaction>[] = [
  { name: t('Type'), cell: ({ type }) => TYPES[type] },
  { name: t('Date'), sortBy: '-createdAt', cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
  { name: t('Amount'), isNumber: true, cell: (row) => <Amount row={row} /> },
  {
    name: t('Balance after'),
    isNumber: true,
    cell: ({ balanceAfterMinorUnit, currency }) => <Money minorUnits={balanceAfterMinorUnit} currency={currency} />,
  },
]

const COLUMNS: Column<Transaction>[] = [
  { name: t('Description'), cell: (row) => <Description row={row} /> },
  ...DETAILS,
]

const CLOSED_COLUMNS: Column<Transaction>[] = [
  { name: t('Description'), cell: ({ description }) => translateServerText(description) },
  ...DETAILS,
]

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
          {rich('{amount} bonus', { amount: <Money minorUnits={bonusMinorUnit} currency={currency} /> })}
        </Text>
      )}
    </>
  )
}

function Description({ row: { description, referenceType, referenceId } }: { row: Transaction }) {
  return (
    <>
      {translateServerText(description)}
      {referenceId && (
        <Text component="div" size="xs" c="dimmed" fw={400}>
          {referenceType === 'CAMPAIGN' ? (
            <Anchor component={Link} to={`/campaigns/${referenceId}` as LinkProps['to']} size="xs">
              {t('View campaign')}
            </Anchor>
          ) : (
            `${REFERENCES[referenceType ?? ''] ?? t('Reference')} ${referenceId}`
          )}
        </Text>
      )}
    </>
  )
}

const REFERENCES: Record<string, string> = {
  RECHARGE: t('Payment'),
  SUBSCRIPTION: t('Plan'),
  MESSAGE: t('Message'),
  ADMIN: t('By Harkara'),
  EXIT: t('Account closure'),
}
