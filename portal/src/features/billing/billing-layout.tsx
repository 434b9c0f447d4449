import { Outlet } from '@tanstack/react-router'
import { PageTabs } from '../../components/layout/page-tabs.tsx'

const PAGES = [
  ['/billing/plan', 'Plan'],
  ['/billing/invoices', 'Invoices'],
  ['/billing/refunds', 'Refunds'],
] as const

export const BillingLayout = () => (
  <>
    <PageTabs label="Billing" pages={PAGES} />
    <Outlet />
  </>
)
