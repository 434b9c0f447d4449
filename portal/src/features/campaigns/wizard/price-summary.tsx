import { Group, Paper, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { DescriptionList } from '../../../components/layout/description-list.tsx'
import { DataTable } from '../../../components/table/data-table.tsx'
import { useFormat } from '../../../components/values/locale-context.tsx'
import { Money } from '../../../components/values/money.tsx'
import { countryName } from '../../../format/text.ts'
import { t } from '../../../format/translate.ts'
import type { Preview } from './preview.ts'

interface PriceSummaryProps {
  preview: Preview
  pdf: ReactNode
  isScheduled: boolean
}

/** The price by country, and the balance and conversations left afterwards. */
export function PriceSummary({ preview, pdf, isScheduled }: PriceSummaryProps) {
  const format = useFormat()
  const { items, currency, totalMinorUnit: total, platformFeeMinorUnit: fee } = preview
  const money = (minorUnits: number) => <Money minorUnits={minorUnits} currency={currency} />
  const used = preview.conversationsUsed + preview.conversationsReserved + preview.recipients
  return (
    <Paper withBorder p="md" component="section" aria-label={t('Price')}>
      <Group justify="space-between" mb="sm">
        <Title order={3} size="h5">
          {t('Price')}
        </Title>
        {pdf}
      </Group>
      {items.length > 0 && (
        <DataTable
          label={t('Price by country')}
          list={{ rows: items, isPending: false, error: null, retry: () => undefined }}
          rowKey={({ countryCode }) => countryCode}
          empty={null}
          columns={[
            { name: t('Country'), cell: ({ countryCode }) => countryName(countryCode) },
            {
              name: t('Recipients'),
              isNumber: true,
              cell: ({ recipients }) => format.number(recipients),
              total: (rows) => format.number(rows.reduce((sum, { recipients }) => sum + recipients, 0)),
            },
            { name: t('Price per message'), isNumber: true, cell: ({ unitMinorUnit }) => money(unitMinorUnit) },
            {
              name: t('Total'),
              isNumber: true,
              cell: ({ subtotalMinorUnit }) => money(subtotalMinorUnit),
              total: (rows) => money(rows.reduce((sum, { subtotalMinorUnit }) => sum + subtotalMinorUnit, 0)),
            },
          ]}
        />
      )}
      {total !== null && (
        <DescriptionList
          items={[
            [t('Platform fee'), fee ? money(fee) : undefined],
            [t('Total'), <strong key="total">{money(total)}</strong>],
            [t('Available balance'), money(preview.balanceMinorUnit)],
            [t('Balance after'), preview.sufficient ? money(preview.balanceMinorUnit - total) : undefined],
            [
              t('Conversations after launch'),
              preview.conversationCap > 0
                ? t('{used} of {conversationCap} this month', {
                    used: format.number(used),
                    conversationCap: format.number(preview.conversationCap),
                  })
                : undefined,
            ],
          ]}
        />
      )}
      <Text size="sm" c="dimmed" mt="sm">
        {isScheduled
          ? t(
              'This is an estimate. Recipients and prices are recalculated at the scheduled time, and nothing is charged before.',
            )
          : t('The price is valid for 24 hours. It is put on hold when you send, and failed messages are not charged.')}
      </Text>
    </Paper>
  )
}
