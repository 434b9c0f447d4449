import type { TierView } from '@harkara/server/pricing/schema'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../api/api.ts'
import type { Out } from '../../api/types.ts'
import { useListPage } from '../../api/use-list-page.ts'
import { useWrite } from '../../api/use-write.ts'
import { type Column, DataTable } from '../../components/data-table.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { When } from '../../components/when.tsx'
import { oneLine } from '../billing/reason-input.tsx'
import { AddDialog } from './add-dialog.tsx'
import { readPercent } from './percent.ts'
import { PricingSection } from './pricing-section.tsx'
import { ADMIN } from './queries.ts'

type Tier = Out<typeof TierView>

const COLUMNS: Column<Tier>[] = [
  { name: 'Tier', cell: ({ name }) => name },
  { name: 'Discount', isNumber: true, cell: ({ discountPercent }) => `${discountPercent}%` },
  {
    name: 'Markup',
    isNumber: true,
    cell: ({ markupPercent }) => (markupPercent === null ? 'Of the prices' : `${markupPercent}%`),
  },
  { name: 'Since', cell: ({ createdAt }) => <When at={createdAt} /> },
]

export function Tiers() {
  const list = useListPage<Tier>('/admin/pricing-tiers', { pageSize: 20, key: [...ADMIN, 'tiers', 'list'] })
  return (
    <PricingSection
      title="Tiers"
      about="Vendors in a tier pay less for every message. A vendor's page puts it into one."
      add="Add a tier"
      form={(close) => <AddTier onClose={close} />}
    >
      <DataTable
        label="Tiers"
        columns={COLUMNS}
        list={list}
        rowKey={({ id }) => id}
        empty={<EmptyState title="No tiers" about="Add one, such as Gold with 10% off, and give it to a vendor." />}
      />
    </PricingSection>
  )
}

function AddTier({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('')
  const [discount, setDiscount] = useState('')
  const [isTried, setTried] = useState(false)
  const discountPercent = readPercent(discount, 100)
  const add = useWrite(
    (tier: { name: string; discountPercent: number }) => api.post<Tier>('/admin/pricing-tiers', tier),
    { changes: [ADMIN], onDone: onClose },
  )
  return (
    <AddDialog
      title="Add a tier"
      about="A tier cannot be changed afterwards. It counts for nobody until a vendor is put into it."
      confirm={discountPercent === undefined ? 'Add the tier' : `Add the tier with ${discountPercent}% off`}
      onClose={onClose}
      isBusy={add.isPending}
      error={add.error}
      onSubmit={() => {
        setTried(true)
        if (oneLine(name) && discountPercent !== undefined) add.mutate({ name: oneLine(name), discountPercent })
      }}
    >
      <TextInput
        label="Name"
        autoComplete="off"
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={isTried && !oneLine(name) ? 'Please give it a name.' : undefined}
      />
      <TextInput
        label="Discount (%)"
        inputMode="numeric"
        autoComplete="off"
        value={discount}
        onChange={(event) => setDiscount(event.currentTarget.value)}
        error={isTried && discountPercent === undefined ? 'Please enter a whole number from 0 to 100.' : undefined}
      />
    </AddDialog>
  )
}
