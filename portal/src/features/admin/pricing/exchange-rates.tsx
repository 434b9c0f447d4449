import type { RateView } from '@harkara/server/currency/schema'
import { CURRENCIES } from '@harkara/server/domain/money/currencies'
import { readRate } from '@harkara/server/domain/money/exchange-rate'
import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../../api/api.ts'
import type { Out } from '../../../api/types.ts'
import { useApiMutation } from '../../../api/use-api-mutation.ts'
import { useListPage } from '../../../api/use-list-page.ts'
import { EmptyState } from '../../../components/feedback/empty-state.tsx'
import { type Column, DataTable } from '../../../components/table/data-table.tsx'
import { StatusDot } from '../../../components/values/status-dot.tsx'
import { RelativeTime } from '../../../components/values/time.tsx'
import { t } from '../../../format/translate.ts'
import { isPendingApproval, notifyPendingApproval, type Pending } from '../approvals/approvals.ts'
import { FormDialog } from '../form-dialog.tsx'
import { ADMIN } from '../queries.ts'
import { PricingSection } from './pricing-section.tsx'

type Rate = Out<typeof RateView>

const COLUMNS: Column<Rate>[] = [
  { name: t('Currency'), cell: ({ currency }) => currency },
  { name: t('Per US dollar'), isNumber: true, cell: ({ rate }) => rate },
  { name: t('Updated'), cell: ({ fetchedAt }) => <RelativeTime at={fetchedAt} /> },
  {
    name: t('Status'),
    cell: ({ isUsable }) => (
      <StatusDot tone={isUsable ? 'success' : 'error'}>{isUsable ? t('In use') : t('Expired')}</StatusDot>
    ),
  },
]

/** Rates from the feed. A jump is not used until an operator confirms it. */
export function ExchangeRates() {
  const list = useListPage<Rate>('/admin/exchange-rates', { pageSize: 20, key: [...ADMIN, 'rates'], name: 'rates' })
  return (
    <PricingSection
      title={t('Exchange rates')}
      about={t(
        'Updated hourly from the feed. Changes of more than 20% need confirmation. Campaigns cannot be quoted with an expired rate.',
      )}
      add={t('Confirm rate')}
      form={(close) => <ConfirmRate onClose={close} />}
    >
      <DataTable
        label={t('Exchange rates')}
        columns={COLUMNS}
        list={list}
        rowKey={({ currency }) => currency}
        empty={
          <EmptyState
            title={t('No rates yet')}
            about={t('The feed has not delivered any rates. Confirm a rate to start.')}
          />
        }
      />
    </PricingSection>
  )
}

const OTHERS = CURRENCIES.filter((currency) => currency !== 'USD')

function ConfirmRate({ onClose }: { onClose: () => void }) {
  const [currency, setCurrency] = useState<string>('INR')
  const [rate, setRate] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const isRate = readRate(rate.trim()) !== undefined
  const confirm = useApiMutation(
    (input: { currency: string; rate: string }) => api.put<Rate | Pending>('/admin/exchange-rates', input),
    {
      invalidates: [ADMIN],
      onSuccess: (answer) => {
        if (isPendingApproval(answer))
          notifyPendingApproval(
            t('The rate differs by more than 20% from the feed, so another operator has to approve it first.'),
          )
        onClose()
      },
    },
  )
  return (
    <FormDialog
      title={t('Confirm rate')}
      about={t(
        'Applies to new quotations and is the reference for the next feed update. Existing quotations are not changed.',
      )}
      confirm={isRate ? t('Confirm {rate} {currency} per USD', { rate: rate.trim(), currency }) : t('Confirm rate')}
      onClose={onClose}
      isBusy={confirm.isPending}
      error={confirm.error}
      onSubmit={() => {
        setSubmitted(true)
        if (isRate) confirm.mutate({ currency, rate: rate.trim() })
      }}
    >
      <NativeSelect
        label={t('Currency')}
        data={OTHERS}
        value={currency}
        onChange={(event) => setCurrency(event.currentTarget.value)}
      />
      <TextInput
        label={t('{currency} per US dollar', { currency })}
        inputMode="decimal"
        autoComplete="off"
        value={rate}
        onChange={(event) => setRate(event.currentTarget.value)}
        error={isSubmitted && !isRate ? t('Enter a rate, such as 83.33.') : undefined}
      />
    </FormDialog>
  )
}
