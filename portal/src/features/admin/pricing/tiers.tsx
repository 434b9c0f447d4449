import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../../api/api.ts'
import { useApiMutation } from '../../../api/use-api-mutation.ts'
import { useListPage } from '../../../api/use-list-page.ts'
import { EmptyState } from '../../../components/feedback/empty-state.tsx'
import { type Column, DataTable } from '../../../components/table/data-table.tsx'
import { RelativeTime } from '../../../components/values/time.tsx'
import { t } from '../../../format/translate.ts'
import { oneLine } from '../../billing/refunds/reason-input.tsx'
import { FormDialog } from '../form-dialog.tsx'
import { ADMIN, type Tier } from '../queries.ts'
import { parsePercent } from './parse-percent.ts'
import { PricingSection } from './pricing-section.tsx'

const COLUMNS: Column<Tier>[] = [
  { name: t('Tier'), cell: ({ name }) => name },
  { name: t('Discount'), isNumber: true, cell: ({ discountPercent }) => `${discountPercent}%` },
  {
    name: t('Markup'),
    isNumber: true,
    cell: ({ markupPercent }) => (markupPercent === null ? t('Default') : `${markupPercent}%`),
  },
  { name: t('Created'), cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
]

export function Tiers() {
  const list = useListPage<Tier>('/admin/pricing-tiers', {
    pageSize: 20,
    key: [...ADMIN, 'tiers', 'list'],
    name: 'tiers',
  })
  return (
    <PricingSection
      title={t('Tiers')}
      about={t("Discounts on message prices. Assign a tier on the vendor's page.")}
      add={t('Add tier')}
      form={(close) => <AddTier onClose={close} />}
    >
      <DataTable
        label={t('Tiers')}
        columns={COLUMNS}
        list={list}
        rowKey={({ id }) => id}
        empty={
          <EmptyState
            title={t('No tiers')}
            about={t('Add a tier, such as Gold with a 10% discount, and assign it to vendors.')}
          />
        }
      />
    </PricingSection>
  )
}

function AddTier({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('')
  const [discount, setDiscount] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const discountPercent = parsePercent(discount, 100)
  const add = useApiMutation(
    (tier: { name: string; discountPercent: number }) => api.post<Tier>('/admin/pricing-tiers', tier),
    { invalidates: [ADMIN], onSuccess: onClose },
  )
  return (
    <FormDialog
      title={t('Add tier')}
      about={t('A tier cannot be changed later. It has no effect until it is assigned to a vendor.')}
      confirm={
        discountPercent === undefined
          ? t('Add tier')
          : t('Add tier with {discountPercent}% discount', { discountPercent })
      }
      onClose={onClose}
      isBusy={add.isPending}
      error={add.error}
      onSubmit={() => {
        setSubmitted(true)
        if (oneLine(name) && discountPercent !== undefined) add.mutate({ name: oneLine(name), discountPercent })
      }}
    >
      <TextInput
        label={t('Name')}
        autoComplete="off"
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={isSubmitted && !oneLine(name) ? t('Enter a name.') : undefined}
      />
      <TextInput
        label={t('Discount (%)')}
        inputMode="numeric"
        autoComplete="off"
        value={discount}
        onChange={(event) => setDiscount(event.currentTarget.value)}
        error={isSubmitted && discountPercent === undefined ? t('Enter a whole number from 0 to 100.') : undefined}
      />
    </FormDialog>
  )
}
