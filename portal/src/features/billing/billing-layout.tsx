import { Outlet } from '@tanstack/react-router'
import { useIsAdmin } from '../../api/session.ts'
import { PageTabs } from '../../components/layout/page-tabs.tsx'
import { t } from '../../format/translate.ts'

const FOR_MEMBERS = [['/billing/plan', t('Plan')]] as const
const FOR_ADMINS = [...FOR_MEMBERS, ['/billing/invoices', t('Invoices')], ['/billing/refunds', t('Refunds')]] as const

/** Members are not offered what only administrators may do. */
export const BillingLayout = () => (
  <>
    <PageTabs label={t('Billing')} pages={useIsAdmin() ? FOR_ADMINS : FOR_MEMBERS} />
    <Outlet />
  </>
)
