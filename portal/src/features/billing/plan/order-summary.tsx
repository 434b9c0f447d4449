import type { PlanOrderView } from '@harkara/server/subscriptions/schema'
import { Table } from '@mantine/core'
import type { Subscription } from '../../../api/queries.ts'
import type { Out } from '../../../api/types.ts'
import { Money } from '../../../components/values/money.tsx'
import { t } from '../../../format/translate.ts'
import { CYCLE_NAMES } from '../display-names.ts'

type Items = Out<typeof PlanOrderView>['items']

interface OrderSummaryProps {
  items: Items
  currency: string
  cycle: Subscription['cycle']
  /** The label of the plan line if it is not the full price of a cycle. */
  rest?: string
}

/** The items of an order, with tax and total. */
export function OrderSummary({ items, currency, cycle, rest }: OrderSummaryProps) {
  const sum = (key: 'gstAmountMinorUnit' | 'totalMinorUnit') => items.reduce((total, item) => total + item[key], 0)
  const line = (name: string, minorUnits: number, isTotal = false) => (
    <Table.Tr key={name} fw={isTotal ? 650 : undefined}>
      <Table.Th scope="row" fw="inherit">
        {name}
      </Table.Th>
      <Table.Td ta="end">
        <Money minorUnits={minorUnits} currency={currency} />
      </Table.Td>
    </Table.Tr>
  )
  return (
    <Table aria-label={t('Order summary')} horizontalSpacing={0}>
      <Table.Tbody>
        {items.map(({ type, amountMinorUnit }) =>
          line(
            type === 'SETUP'
              ? t('Setup (one-time)')
              : (rest ?? t('{cycle} plan, first cycle', { cycle: CYCLE_NAMES[cycle] })),
            amountMinorUnit,
          ),
        )}
        {line('GST', sum('gstAmountMinorUnit'))}
        {line(t('Total'), sum('totalMinorUnit'), true)}
      </Table.Tbody>
    </Table>
  )
}
