import { Tabs, Title } from '@mantine/core'
import { useUrlFilter } from '../../../../api/url-params.ts'
import { t } from '../../../../format/translate.ts'
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
  transactions: [t('Transactions'), Transactions],
  payments: [t('Payments'), Payments],
  orders: [t('Orders'), Orders],
  invoices: [t('Invoices'), Invoices],
  'credit-notes': [t('Credit notes'), CreditNotes],
  refunds: [t('Refunds'), Refunds],
  campaigns: [t('Campaigns'), Campaigns],
} as const

/** Everything about the vendor's money, one list at a time. */
export function VendorMoney({ vendor }: { vendor: VendorDetail }) {
  const [tab, setTab] = useUrlFilter('tab', { byDefault: 'transactions' })
  return (
    <section aria-label={t('Money')}>
      <Title order={2} size="h4" mb="sm">
        {t('Money')}
      </Title>
      <Tabs value={tab} onChange={(value) => setTab(value ?? '')} keepMounted={false}>
        <Tabs.List className={classes.tabs} mb="sm" aria-label={t('Vendor finances')}>
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
