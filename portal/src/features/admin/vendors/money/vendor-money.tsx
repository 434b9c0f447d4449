import { Tabs, Title } from '@mantine/core'
import { useState } from 'react'
import type { VendorDetail } from '../../queries.ts'
import { Campaigns } from './campaigns.tsx'
import { CreditNotes } from './credit-notes.tsx'
import { Invoices } from './invoices.tsx'
import { Orders } from './orders.tsx'
import { Payments } from './payments.tsx'
import { Refunds } from './refunds.tsx'
import { Transactions } from './transactions.tsx'
import classes from './vendor-money.module.css'

const TABS = {
  transactions: ['Transactions', Transactions],
  payments: ['Payments', Payments],
  orders: ['Orders', Orders],
  invoices: ['Invoices', Invoices],
  'credit-notes': ['Credit notes', CreditNotes],
  refunds: ['Refunds', Refunds],
  campaigns: ['Campaigns', Campaigns],
} as const

/** Everything about the vendor's money, one list at a time. */
export function VendorMoney({ vendor }: { vendor: VendorDetail }) {
  const [tab, setTab] = useState<string | null>('transactions')
  return (
    <section aria-label="Money">
      <Title order={2} size="h4" mb="sm">
        Money
      </Title>
      <Tabs value={tab} onChange={setTab} keepMounted={false}>
        <Tabs.List className={classes.tabs} mb="sm" aria-label="Money of the vendor">
          {Object.entries(TABS).map(([value, [label]]) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {Object.entries(TABS).map(([value, [, List]]) => (
          <Tabs.Panel key={value} value={value}>
            <List vendor={vendor} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </section>
  )
}
