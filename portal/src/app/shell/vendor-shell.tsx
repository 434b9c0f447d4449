import { useQuery } from '@tanstack/react-query'
import { Navigate, Outlet, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useMemo } from 'react'
import { isProblem } from '../../api/problem.ts'
import { subscriptionQuery, unreadQuery, vendorQuery } from '../../api/queries.ts'
import { type SessionVendor, useSession } from '../../api/session.ts'
import {
  BillingIcon,
  CampaignsIcon,
  ContactsIcon,
  HomeIcon,
  ImportsIcon,
  InboxIcon,
  ListsIcon,
  SettingsIcon,
  TemplatesIcon,
  WalletIcon,
} from '../../components/icons.tsx'
import { LocaleProvider } from '../../components/values/locale-context.tsx'
import { FrozenOverlay } from '../../features/billing/plan/frozen-overlay.tsx'
import { OverdueBanner } from '../../features/billing/plan/overdue-banner.tsx'
import { SuspensionBanner } from '../../features/billing/suspension-banner.tsx'
import { NotificationCentre } from '../../features/notifications/notification-centre.tsx'
import { VENDOR_PAGES } from '../../features/search/commands.ts'
import { SearchButton } from '../../features/search/search-button.tsx'
import { localeOf } from '../../format/locale.ts'
import { formatNumber } from '../../format/text.ts'
import { t } from '../../format/translate.ts'
import { AccountMenu } from './account-menu.tsx'
import { AccountSummary } from './account-summary.tsx'
import { ClosedShell } from './closed-shell.tsx'
import { RedirectToSignIn } from './redirect-to-sign-in.tsx'
import { type NavItem, ShellFrame } from './shell-frame.tsx'
import { Splash } from './splash.tsx'

/** Loaded when it is needed, which is seldom. */
const SetupShell = lazy(async () => ({ default: (await import('./setup-shell.tsx')).SetupShell }))

const NAV: readonly NavItem[] = [
  { label: t('Home'), path: '/', icon: HomeIcon },
  { label: t('Contacts'), path: '/contacts', icon: ContactsIcon },
  { label: t('Imports'), path: '/imports', icon: ImportsIcon },
  { label: t('Contact lists'), path: '/lists', icon: ListsIcon },
  { label: t('Templates'), path: '/templates', icon: TemplatesIcon },
  { label: t('Campaigns'), path: '/campaigns', icon: CampaignsIcon },
  { label: t('Inbox'), path: '/inbox', icon: InboxIcon },
  { label: t('Wallet'), path: '/wallet', icon: WalletIcon },
  { label: t('Billing'), path: '/billing', icon: BillingIcon },
  { label: t('Settings'), path: '/settings', icon: SettingsIcon },
]

export function VendorShell() {
  const session = useSession()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  if (session.state === 'unknown') return <Splash />
  if (session.state === 'signed-out') return <RedirectToSignIn />
  if (!session.vendor) return <Navigate to="/admin" replace />
  if (session.vendor.status === 'CLOSED') return <ClosedShell vendor={session.vendor} />
  if (session.user.mfaSetupRequired)
    return (
      <Suspense fallback={<Splash />}>
        <SetupShell vendor={session.vendor} />
      </Suspense>
    )
  return <Shell vendor={session.vendor} path={path} />
}

function Shell({ vendor, path }: { vendor: SessionVendor; path: string }) {
  // The vendor as of sign-in, until the current one is loaded.
  const { data, error } = useQuery(vendorQuery)
  const current = data ?? vendor
  const locale = useMemo(() => localeOf(current), [current])
  const { data: unread = 0 } = useQuery(unreadQuery)
  const nav = NAV.map((item) =>
    item.path === '/inbox' && unread > 0 ? { ...item, unread: formatNumber(unread, locale.locale) } : item,
  )
  // The account was closed after sign-in.
  if (isProblem(error, 'VENDOR_CLOSED')) return <ClosedShell vendor={vendor} />
  return (
    <LocaleProvider locale={locale}>
      <ShellFrame
        nav={nav}
        name={current.companyName}
        summary={<AccountSummary />}
        tools={
          <>
            <SearchButton pages={VENDOR_PAGES} />
            <NotificationCentre />
            <AccountMenu accountPath="/settings/account" />
          </>
        }
        banner={
          <>
            {data?.suspension && <SuspensionBanner suspension={data.suspension} />}
            <OverdueBanner />
          </>
        }
      >
        <PageOrOverlay path={path} />
      </ShellFrame>
    </LocaleProvider>
  )
}

/** Pages that stay available while the account is frozen. */
const OPEN_WHEN_FROZEN = ['/wallet', '/billing', '/inbox', '/settings']

function PageOrOverlay({ path }: { path: string }) {
  const { data: subscription } = useQuery(subscriptionQuery)
  const isOpen = OPEN_WHEN_FROZEN.some((open) => path === open || path.startsWith(`${open}/`))
  return (
    <>
      <Outlet />
      {subscription?.banner === 'frozen' && !isOpen && <FrozenOverlay subscription={subscription} />}
    </>
  )
}
