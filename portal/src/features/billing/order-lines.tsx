import type { PlanOrderView } from '@harkara/server/subscriptions/schema'
import { Table } from '@mantine/core'
import type { Subscription } from '../../api/queries.ts'
import type { Out } from '../../api/types.ts'
import { Money } from '../../components/money.tsx'
import { CYCLE_NAMES } from './names.ts'

type Items = Out<typeof PlanOrderView>['items']

interface OrderLinesProps {
  items: Items
  currency: string
  cycle: Subscription['cycle']
  /** When the line is not the cycle's whole price: what it is instead. */
  rest?: string
}

/** What will be paid, line by line, with the tax and the sum. */
export function OrderLines({ items, currency, cycle, rest }: OrderLinesProps) {
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
    <Table aria-label="What you pay" horizontalSpacing={0}>
      <Table.Tbody>
        {items.map(({ type, amountMinorUnit }) =>
          line(
            type === 'SETUP' ? 'Setup, once' : (rest ?? `Plan, first cycle (${CYCLE_NAMES[cycle].toLowerCase()})`),
            amountMinorUnit,
          ),
        )}
        {line('GST', sum('gstAmountMinorUnit'))}
        {line('To pay', sum('totalMinorUnit'), true)}
      </Table.Tbody>
    </Table>
  )
}
