import { CURRENCIES } from '@harkara/server/domain/money/currencies'
import type { FeeView } from '@harkara/server/pricing/schema'
import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../api/api.ts'
import type { Out } from '../../api/types.ts'
import { useListPage } from '../../api/use-list-page.ts'
import { useWrite } from '../../api/use-write.ts'
import { type Column, DataTable } from '../../components/data-table.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Money } from '../../components/money.tsx'
import { When } from '../../components/when.tsx'
import { formatMoney, readMoney } from '../../format/money.ts'
import { AddDialog } from './add-dialog.tsx'
import { readPercent } from './percent.ts'
import { PricingSection } from './pricing-section.tsx'
import { ADMIN } from './queries.ts'
import { StartInput, useStart, useStartWords } from './start-input.tsx'

type Fee = Out<typeof FeeView>

const COLUMNS: Column<Fee>[] = [
  { name: 'For vendors who pay in', cell: ({ currency }) => currency },
  {
    name: 'Each campaign',
    isNumber: true,
    cell: ({ flatMinorUnit, currency }) => <Money minorUnits={flatMinorUnit} currency={currency} />,
  },
  { name: 'Of its messages', isNumber: true, cell: ({ percent }) => `${percent}%` },
  { name: 'From', cell: ({ effectiveFrom }) => <When at={effectiveFrom} /> },
]

export function PlatformFees() {
  const list = useListPage<Fee>('/admin/platform-fees', { pageSize: 20, key: [...ADMIN, 'fees'] })
  return (
    <PricingSection
      title="Platform fees"
      about="Added to each campaign. Of a currency the newest counts; one of nothing ends the one before."
      add="Add a fee"
      form={(close) => <AddFee onClose={close} />}
    >
      <DataTable
        label="Platform fees"
        columns={COLUMNS}
        list={list}
        rowKey={({ id }) => id}
        empty={<EmptyState title="No platform fees" about="Campaigns cost their messages and nothing else." />}
      />
    </PricingSection>
  )
}

function AddFee({ onClose }: { onClose: () => void }) {
  const [currency, setCurrency] = useState<string>('INR')
  const [flat, setFlat] = useState('0')
  const [share, setShare] = useState('0')
  const flatMinorUnit = readMoney(flat, currency)
  const percent = readPercent(share, 100)
  const start = useStart()
  const startWords = useStartWords(start)
  const add = useWrite(
    (fee: { currency: string; flatMinorUnit: number; percent: number; effectiveFrom?: string }) =>
      api.post<Fee>('/admin/platform-fees', fee),
    { changes: [ADMIN], onDone: onClose },
  )
  return (
    <AddDialog
      title="Add a fee"
      about={`${startWords}, for every new quotation of vendors who pay in ${currency}.`}
      confirm={
        flatMinorUnit === undefined || percent === undefined
          ? 'Add the fee'
          : `Add ${formatMoney(flatMinorUnit, currency)} and ${percent}%`
      }
      onClose={onClose}
      isBusy={add.isPending}
      error={add.error}
      onSubmit={() => {
        if (flatMinorUnit !== undefined && percent !== undefined && start.isValid)
          add.mutate({ currency, flatMinorUnit, percent, ...start.body })
      }}
    >
      <NativeSelect
        label="For vendors who pay in"
        data={CURRENCIES}
        value={currency}
        onChange={(event) => setCurrency(event.currentTarget.value)}
      />
      <TextInput
        label={`Each campaign (${currency})`}
        inputMode="decimal"
        autoComplete="off"
        value={flat}
        onChange={(event) => setFlat(event.currentTarget.value)}
        error={flatMinorUnit === undefined ? 'Please enter an amount, or 0.' : undefined}
      />
      <TextInput
        label="Of its messages (%)"
        inputMode="numeric"
        autoComplete="off"
        value={share}
        onChange={(event) => setShare(event.currentTarget.value)}
        error={percent === undefined ? 'Please enter a whole number from 0 to 100.' : undefined}
      />
      <StartInput start={start} />
    </AddDialog>
  )
}
