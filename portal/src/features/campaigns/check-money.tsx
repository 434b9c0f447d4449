import { Group, Paper, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { DataTable } from '../../components/data-table.tsx'
import { Facts } from '../../components/facts.tsx'
import { Money } from '../../components/money.tsx'
import { useFormat } from '../../components/place-context.tsx'
import { countryName } from '../../format/words.ts'
import type { Preview } from './preview.ts'

interface CheckMoneyProps {
  preview: Preview
  pdf: ReactNode
  isScheduled: boolean
}

/** What it costs, country by country, and what is left of money and plan afterwards. */
export function CheckMoney({ preview, pdf, isScheduled }: CheckMoneyProps) {
  const format = useFormat()
  const { items, currency, totalMinorUnit: total, platformFeeMinorUnit: fee } = preview
  const money = (minorUnits: number) => <Money minorUnits={minorUnits} currency={currency} />
  const used = preview.conversationsUsed + preview.conversationsReserved + preview.recipients
  return (
    <Paper withBorder p="md" component="section" aria-label="What it costs">
      <Group justify="space-between" mb="sm">
        <Title order={3} size="h5">
          What it costs
        </Title>
        {pdf}
      </Group>
      {items.length > 0 && (
        <DataTable
          label="Price by country"
          list={{ rows: items, isPending: false, error: null, retry: () => undefined }}
          rowKey={({ countryCode }) => countryCode}
          empty={null}
          columns={[
            { name: 'Country', cell: ({ countryCode }) => countryName(countryCode) },
            { name: 'People', isNumber: true, cell: ({ recipients }) => format.count(recipients) },
            { name: 'A message', isNumber: true, cell: ({ unitMinorUnit }) => money(unitMinorUnit) },
            { name: 'Together', isNumber: true, cell: ({ subtotalMinorUnit }) => money(subtotalMinorUnit) },
          ]}
        />
      )}
      {total !== null && (
        <Facts
          facts={[
            ['Platform fee', fee ? money(fee) : undefined],
            ['Total', <strong key="total">{money(total)}</strong>],
            ['Balance now', money(preview.balanceMinorUnit)],
            ['Balance after', preview.sufficient ? money(preview.balanceMinorUnit - total) : undefined],
            [
              'Conversations after',
              preview.conversationCap > 0
                ? `${format.count(used)} of ${format.count(preview.conversationCap)} this month`
                : undefined,
            ],
          ]}
        />
      )}
      <Text size="sm" c="dimmed" mt="sm">
        {isScheduled
          ? 'These are the prices and people of now. Nothing is taken today: at its time it is counted and priced again.'
          : 'The price holds for 24 hours. It is held when you send; what fails comes back.'}
      </Text>
    </Paper>
  )
}
