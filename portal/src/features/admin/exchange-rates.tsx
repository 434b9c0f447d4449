import type { RateView } from '@harkara/server/currency/schema'
import { CURRENCIES } from '@harkara/server/domain/money/currencies'
import { readRate } from '@harkara/server/domain/money/exchange-rate'
import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../api/api.ts'
import type { Out } from '../../api/types.ts'
import { useListPage } from '../../api/use-list-page.ts'
import { useWrite } from '../../api/use-write.ts'
import { type Column, DataTable } from '../../components/data-table.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { StatusDot } from '../../components/status-dot.tsx'
import { When } from '../../components/when.tsx'
import { AddDialog } from './add-dialog.tsx'
import { PricingSection } from './pricing-section.tsx'
import { ADMIN } from './queries.ts'

type Rate = Out<typeof RateView>

const COLUMNS: Column<Rate>[] = [
  { name: 'Currency', cell: ({ currency }) => currency },
  { name: 'For one dollar', isNumber: true, cell: ({ rate }) => rate },
  { name: 'Known since', cell: ({ fetchedAt }) => <When at={fetchedAt} /> },
  {
    name: 'State',
    cell: ({ isUsable }) => (
      <StatusDot tone={isUsable ? 'good' : 'wrong'}>{isUsable ? 'In use' : 'Too old to price with'}</StatusDot>
    ),
  },
]

/** What the feed says; a jump of it waits until somebody vouches for it here. */
export function ExchangeRates() {
  const list = useListPage<Rate>('/admin/exchange-rates', { pageSize: 20, key: [...ADMIN, 'rates'] })
  return (
    <PricingSection
      title="Exchange rates"
      about="They come from the feed every hour. A change of more than 20% is not believed until you confirm it; with a rate that is too old nothing is quoted."
      add="Confirm a rate"
      form={(close) => <ConfirmRate onClose={close} />}
    >
      <DataTable
        label="Exchange rates"
        columns={COLUMNS}
        list={list}
        rowKey={({ currency }) => currency}
        empty={<EmptyState title="No rates yet" about="The feed has not answered. Confirm a rate to begin with." />}
      />
    </PricingSection>
  )
}

const OTHERS = CURRENCIES.filter((currency) => currency !== 'USD')

function ConfirmRate({ onClose }: { onClose: () => void }) {
  const [currency, setCurrency] = useState<string>('INR')
  const [rate, setRate] = useState('')
  const [isTried, setTried] = useState(false)
  const isRate = readRate(rate.trim()) !== undefined
  const confirm = useWrite(
    (input: { currency: string; rate: string }) => api.put<Rate>('/admin/exchange-rates', input),
    {
      changes: [ADMIN],
      onDone: onClose,
    },
  )
  return (
    <AddDialog
      title="Confirm a rate"
      about="It counts from the next quotation on, and the feed goes on from it. What is quoted stays as it is."
      confirm={isRate ? `One dollar is ${rate.trim()} ${currency}` : 'Confirm the rate'}
      onClose={onClose}
      isBusy={confirm.isPending}
      error={confirm.error}
      onSubmit={() => {
        setTried(true)
        if (isRate) confirm.mutate({ currency, rate: rate.trim() })
      }}
    >
      <NativeSelect
        label="Currency"
        data={OTHERS}
        value={currency}
        onChange={(event) => setCurrency(event.currentTarget.value)}
      />
      <TextInput
        label={`${currency} for one dollar`}
        inputMode="decimal"
        autoComplete="off"
        value={rate}
        onChange={(event) => setRate(event.currentTarget.value)}
        error={isTried && !isRate ? 'Please enter a rate, such as 83.33.' : undefined}
      />
    </AddDialog>
  )
}
