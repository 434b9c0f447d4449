import { Outlet } from '@tanstack/react-router'
import { useIsAdmin } from '../../api/session.ts'
import { PageTabs } from '../../components/layout/page-tabs.tsx'
import { t } from '../../format/translate.ts'

const OWN = [
  ['/settings/auto-replies', t('Auto-replies')],
  ['/settings/notifications', t('Notifications')],
  ['/settings/account', t('Account')],
] as const
const FOR_MEMBERS = [['/settings/company', t('Company')], ...OWN] as const
const FOR_ADMINS = [
  ['/settings/company', t('Company')],
  ['/settings/team', t('Team')],
  ['/settings/api-keys', t('API keys')],
  ['/settings/activity', t('Activity')],
  ...OWN,
] as const

/** Members are not offered what only administrators may do. */
export const SettingsLayout = () => (
  <>
    <PageTabs label={t('Settings')} pages={useIsAdmin() ? FOR_ADMINS : FOR_MEMBERS} />
    <Outlet />
  </>
)
