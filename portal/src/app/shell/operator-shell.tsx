import { Navigate, Outlet } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useSession } from '../../api/session.ts'
import {
  AuditIcon,
  BillingIcon,
  CheckIcon,
  HomeIcon,
  InboxIcon,
  PricingIcon,
  ProviderIcon,
  RefundIcon,
  UserIcon,
  VendorsIcon,
  WalletIcon,
} from '../../components/icons.tsx'
import { LocaleProvider } from '../../components/values/locale-context.tsx'
import { localeOf } from '../../format/locale.ts'
import { AccountMenu } from './account-menu.tsx'
import { RedirectToSignIn } from './redirect-to-sign-in.tsx'
import { type NavItem, ShellFrame } from './shell-frame.tsx'
import { Splash } from './splash.tsx'

/** Loaded when it is needed, which is seldom. */
const SetupShell = lazy(async () => ({ default: (await import('./setup-shell.tsx')).SetupShell }))

const NAV: readonly NavItem[] = [
  { label: 'Dashboard', path: '/admin', icon: HomeIcon },
  { label: 'Vendors', path: '/admin/vendors', icon: VendorsIcon },
  { label: 'Billing', path: '/admin/billing', icon: BillingIcon },
  { label: 'Refunds', path: '/admin/refunds', icon: RefundIcon },
  { label: 'Payments', path: '/admin/payments', icon: WalletIcon },
  { label: 'Approvals', path: '/admin/approvals', icon: CheckIcon },
  { label: 'Pricing', path: '/admin/pricing', icon: PricingIcon },
  { label: 'Dead letters', path: '/admin/dead-letters', icon: InboxIcon },
  { label: 'Provider', path: '/admin/provider', icon: ProviderIcon },
  { label: 'Operators', path: '/admin/operators', icon: UserIcon },
  { label: 'Audit', path: '/admin/audit', icon: AuditIcon },
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
      <ShellFrame nav={NAV} name="Harkara operators" tools={<AccountMenu accountPath="/admin/account" />}>
        <Outlet />
      </ShellFrame>
    </LocaleProvider>
  )
}
