import { Outlet } from '@tanstack/react-router'
import { PageTabs } from '../../components/layout/page-tabs.tsx'

const PAGES = [
  ['/settings/company', 'Company'],
  ['/settings/team', 'Team'],
  ['/settings/api-keys', 'API keys'],
  ['/settings/activity', 'Activity'],
  ['/settings/auto-replies', 'Auto-replies'],
  ['/settings/notifications', 'Notifications'],
  ['/settings/account', 'Account'],
] as const

export const SettingsLayout = () => (
  <>
    <PageTabs label="Settings" pages={PAGES} />
    <Outlet />
  </>
)
