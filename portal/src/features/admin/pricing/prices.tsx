import type { PriceView } from '@harkara/server/pricing/schema'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../../api/api.ts'
import { serverNow } from '../../../api/page-settings.ts'
import { useOperatorRights } from '../../../api/session.ts'
import type { Out } from '../../../api/types.ts'
import { useUrlFilter } from '../../../api/url-params.ts'
import { useApiMutation } from '../../../api/use-api-mutation.ts'
import { useListPage } from '../../../api/use-list-page.ts'
import { ConfirmDialog } from '../../../components/feedback/confirm-dialog.tsx'
import { EmptyState } from '../../../components/feedback/empty-state.tsx'
import { type Column, DataTable } from '../../../components/table/data-table.tsx'
import { StatusDot } from '../../../components/values/status-dot.tsx'
import { RelativeTime } from '../../../components/values/time.tsx'
import { countryName } from '../../../format/text.ts'
import { t } from '../../../format/translate.ts'
import { ADMIN } from '../queries.ts'
import { AddPrice } from './add-price.tsx'
import { PRICE_CATEGORIES } from './price-categories.ts'
import { PricingSection } from './pricing-section.tsx'

type Price = Out<typeof PriceView>
const WHICH = [
  { value: 'true', label: t('Current') },
  { value: 'false', label: t('All') },
]
const PAGE = 20

export function Prices() {
  const [current, setCurrent] = useUrlFilter('current', { byDefault: 'true' })
  const [country, setCountry] = useUrlFilter('country')
  const countryCode = /^[A-Za-z]{2}$/.test(country) ? country.toUpperCase() : undefined
  const [withdrawn, setWithdrawn] = useState<Price>()
  const { mayMoveMoney } = useOperatorRights()
  const list = useListPage<Price>('/admin/pricing', {
    filters: { current, countryCode },
    pageSize: PAGE,
    key: [...ADMIN, 'pricing'],
  })
  const columns: Column<Price>[] = [
    ...COLUMNS,
    {
      name: t('Actions'),
      isActions: true,
      cell: (price) =>
        mayMoveMoney &&
        price.isActive && (
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={t('Withdraw {name}', { name: nameOf(price) })}
            onClick={() => setWithdrawn(price)}
          >
            {t('Withdraw')}
          </Button>
        ),
    },
  ]
  return (
    <PricingSection
      title={t('Message prices')}
      about={t('Provider cost per message and our markup.')}
      add={t('Add price')}
      form={(close) => <AddPrice onClose={close} />}
      filters={
        <>
          <TextInput
            aria-label={t('Filter by country code')}
            placeholder={t('Country')}
            autoComplete="off"
            maxLength={2}
            value={country}
            onChange={(event) => setCountry(event.currentTarget.value.trim())}
            w={96}
          />
          <NativeSelect
            aria-label={t('Filter by validity')}
            data={WHICH}
            value={current}
            onChange={(event) => setCurrent(event.currentTarget.value)}
          />
        </>
      }
    >
      <DataTable
        label={t('Message prices')}
        columns={columns}
        list={list}
        rowKey={({ id }) => id}
        empty={
          <EmptyState
            title={countryCode ? t('No prices for {countryCode}', { countryCode }) : t('No prices')}
            about={t('Campaigns cannot be quoted without a price. Add the first one.')}
          />
        }
      />
      {withdrawn && <Withdraw price={withdrawn} onClose={() => setWithdrawn(undefined)} />}
    </PricingSection>
  )
}

const nameOf = ({ category, countryCode, currency }: Price) =>
  t('{category}, {country}, in {currency}', {
    category: PRICE_CATEGORIES[category],
    country: countryName(countryCode),
    currency,
  })

const COLUMNS: Column<Price>[] = [
  { name: t('Price'), cell: nameOf },
  { name: t('Cost (USD)'), isNumber: true, cell: ({ metaCostUsdMicros }) => usd(metaCostUsdMicros) },
  { name: t('Markup'), isNumber: true, cell: ({ markupPercent }) => `${markupPercent}%` },
  { name: t('Effective from'), cell: ({ effectiveFrom }) => <RelativeTime at={effectiveFrom} /> },
  { name: t('Status'), cell: (price) => <State price={price} /> },
]

/** Costs are stored in micro-dollars. */
const usd = (micros: number) => (micros / 1_000_000).toFixed(6).replace(/0{1,2}$/, '')

function State({ price: { isActive, effectiveFrom } }: { price: Price }) {
  if (!isActive) return <StatusDot tone="neutral">{t('Withdrawn')}</StatusDot>
  const isAhead = new Date(effectiveFrom) > serverNow()
  return <StatusDot tone={isAhead ? 'pending' : 'success'}>{isAhead ? t('Scheduled') : t('Active')}</StatusDot>
}

function Withdraw({ price, onClose }: { price: Price; onClose: () => void }) {
  const withdraw = useApiMutation((id: string) => api.post<Price>(`/admin/pricing/${id}/withdraw`), {
    invalidates: [ADMIN],
    onSuccess: onClose,
  })
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('Withdraw {name}?', { name: nameOf(price) })}
      confirm={t('Withdraw price')}
      isDangerous
      isBusy={withdraw.isPending}
      error={withdraw.error}
      onConfirm={() => withdraw.mutate(price.id)}
    >
      {t(
        'Withdraw a price that was entered by mistake. The previous price applies again immediately, for all vendors. If there is none, campaigns to {countryCode} cannot be quoted. Existing quotations are not changed.',
        { countryCode: price.countryCode },
      )}
    </ConfirmDialog>
  )
}
