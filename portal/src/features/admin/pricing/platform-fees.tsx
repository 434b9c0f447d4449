import { CURRENCIES } from '@harkara/server/domain/money/currencies'
import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../../api/api.ts'
import { useApiMutation } from '../../../api/use-api-mutation.ts'
import { useListPage } from '../../../api/use-list-page.ts'
import { EmptyState } from '../../../components/feedback/empty-state.tsx'
import { type Column, DataTable } from '../../../components/table/data-table.tsx'
import { Money } from '../../../components/values/money.tsx'
import { RelativeTime } from '../../../components/values/time.tsx'
import { formatMoney, parseMoney } from '../../../format/money.ts'
import { t } from '../../../format/translate.ts'
import { FormDialog } from '../form-dialog.tsx'
import { ADMIN } from '../queries.ts'
import { type Fee, FeePreview } from './fee-preview.tsx'
import { parsePercent } from './parse-percent.ts'
import { PricingSection } from './pricing-section.tsx'
import { StartInput, useStart, useStartText } from './start-input.tsx'

const COLUMNS: Column<Fee>[] = [
  { name: t('Vendor currency'), cell: ({ currency }) => currency },
  {
    name: t('Fee per campaign'),
    isNumber: true,
    cell: ({ flatMinorUnit, currency }) => <Money minorUnits={flatMinorUnit} currency={currency} />,
  },
  { name: t('Share of message cost'), isNumber: true, cell: ({ percent }) => `${percent}%` },
  { name: t('Effective from'), cell: ({ effectiveFrom }) => <RelativeTime at={effectiveFrom} /> },
]

export function PlatformFees() {
  const list = useListPage<Fee>('/admin/platform-fees', { pageSize: 20, key: [...ADMIN, 'fees'], name: 'fees' })
  return (
    <PricingSection
      title={t('Platform fees')}
      about={t(
        'Added to the cost of each campaign. The latest fee of a currency applies. Add a fee of 0 to remove it.',
      )}
      add={t('Add fee')}
      form={(close) => <AddFee onClose={close} />}
    >
      <DataTable
        label={t('Platform fees')}
        columns={COLUMNS}
        list={list}
        rowKey={({ id }) => id}
        empty={
          <EmptyState title={t('No platform fees')} about={t('Campaigns only cost the price of their messages.')} />
        }
      />
    </PricingSection>
  )
}

function AddFee({ onClose }: { onClose: () => void }) {
  const [currency, setCurrency] = useState<string>('INR')
  const [flat, setFlat] = useState('0')
  const [share, setShare] = useState('0')
  const flatMinorUnit = parseMoney(flat, currency)
  const percent = parsePercent(share, 100)
  const start = useStart()
  const startText = useStartText(start)
  const add = useApiMutation(
    (fee: { currency: string; flatMinorUnit: number; percent: number; effectiveFrom?: string }) =>
      api.post<Fee>('/admin/platform-fees', fee),
    { invalidates: [ADMIN], onSuccess: onClose },
  )
  return (
    <FormDialog
      title={t('Add fee')}
      about={t('{startText} for new quotations of vendors with the currency {currency}.', { startText, currency })}
      confirm={
        flatMinorUnit === undefined || percent === undefined
          ? t('Add fee')
          : t('Add {amount} and {percent}%', { amount: formatMoney(flatMinorUnit, currency), percent })
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
        label={t('Vendor currency')}
        data={CURRENCIES}
        value={currency}
        onChange={(event) => setCurrency(event.currentTarget.value)}
      />
      <TextInput
        label={t('Fee per campaign ({currency})', { currency })}
        inputMode="decimal"
        autoComplete="off"
        value={flat}
        onChange={(event) => setFlat(event.currentTarget.value)}
        error={flatMinorUnit === undefined ? t('Enter an amount, or 0.') : undefined}
      />
      <TextInput
        label={t('Share of message cost (%)')}
        inputMode="numeric"
        autoComplete="off"
        value={share}
        onChange={(event) => setShare(event.currentTarget.value)}
        error={percent === undefined ? t('Enter a whole number from 0 to 100.') : undefined}
      />
      <StartInput start={start} />
      {flatMinorUnit !== undefined && percent !== undefined && (
        <FeePreview fee={{ currency, flatMinorUnit, percent }} />
      )}
    </FormDialog>
  )
}
