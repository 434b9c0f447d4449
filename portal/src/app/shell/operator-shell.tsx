import { Navigate, Outlet } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useSession } from '../../api/session.ts'
import {
  AuditIcon,
  BillingIcon,
  CheckIcon,
  HomeIcon,
  ImportsIcon,
  InboxIcon,
  PricingIcon,
  ProviderIcon,
  RefundIcon,
  UserIcon,
  VendorsIcon,
  WalletIcon,
} from '../../components/icons.tsx'
import { LocaleProvider } from '../../components/values/locale-context.tsx'
import { OPERATOR_PAGES } from '../../features/search/commands.ts'
import { SearchButton } from '../../features/search/search-button.tsx'
import { localeOf } from '../../format/locale.ts'
import { t } from '../../format/translate.ts'
import { AccountMenu } from './account-menu.tsx'
import { RedirectToSignIn } from './redirect-to-sign-in.tsx'
import { type NavItem, ShellFrame } from './shell-frame.tsx'
import { Splash } from './splash.tsx'

/** Loaded when it is needed, which is seldom. */
const SetupShell = lazy(async () => ({ default: (await import('./setup-shell.tsx')).SetupShell }))

const NAV: readonly NavItem[] = [
  { label: t('Dashboard'), path: '/admin', icon: HomeIcon },
  { label: t('Vendors'), path: '/admin/vendors', icon: VendorsIcon },
  { label: t('Billing'), path: '/admin/billing', icon: BillingIcon },
  { label: t('Refunds'), path: '/admin/refunds', icon: RefundIcon },
  { label: t('Payments'), path: '/admin/payments', icon: WalletIcon },
  { label: t('Approvals'), path: '/admin/approvals', icon: CheckIcon },
  { label: t('Pricing'), path: '/admin/pricing', icon: PricingIcon },
  { label: t('Dead letters'), path: '/admin/dead-letters', icon: InboxIcon },
  { label: t('Flagged imports'), path: '/admin/flagged-imports', icon: ImportsIcon },
  { label: t('Provider'), path: '/admin/provider', icon: ProviderIcon },
  { label: t('Operators'), path: '/admin/operators', icon: UserIcon },
  { label: t('Audit'), path: '/admin/audit', icon: AuditIcon },
]

export function OperatorShell() {
  const session = useSession()
  if (session.state === 'unknown') return <Splash />
  if (session.state === 'signed-out') return <RedirectToSignIn />
  if (session.vendor) return <Navigate to="/" replace />
  if (session.user.mfaSetupRequired)
    return (
      <Suspense fallback={<Splash />}>
        <SetupShell vendor={null} />
      </Suspense>
    )
  return (
    <LocaleProvider locale={localeOf(null)}>
      <ShellFrame
        nav={NAV}
        home="/admin"
        name={t('Operators')}
        tools={
          <>
            <SearchButton pages={OPERATOR_PAGES} />
            <AccountMenu accountPath="/admin/account" />
          </>
        }
      >
        <Outlet />
      </ShellFrame>
    </LocaleProvider>
  )
}
