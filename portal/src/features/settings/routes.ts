import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { vendorArea } from '../../app/areas.ts'
import { activitySearch } from './activity-search.ts'

const settings = createRoute({
  getParentRoute: () => vendorArea,
  path: '/settings',
  component: lazyRouteComponent(() => import('./settings-layout.tsx'), 'SettingsLayout'),
})

const pages = [
  createRoute({
    getParentRoute: () => settings,
    path: '/',
    beforeLoad: () => {
      throw redirect({ to: '/settings/company', replace: true })
    },
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/company',
    component: lazyRouteComponent(() => import('./company-page.tsx'), 'CompanyPage'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/team',
    component: lazyRouteComponent(() => import('./team-page.tsx'), 'TeamPage'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/api-keys',
    component: lazyRouteComponent(() => import('./api-keys-page.tsx'), 'ApiKeysPage'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/activity',
    validateSearch: activitySearch,
    component: lazyRouteComponent(() => import('./activity-page.tsx'), 'ActivityPage'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/auto-replies',
    component: lazyRouteComponent(() => import('./auto-replies-page.tsx'), 'AutoRepliesPage'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/notifications',
    component: lazyRouteComponent(() => import('./notifications-page.tsx'), 'NotificationsPage'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/account',
    component: lazyRouteComponent(() => import('./account-page.tsx'), 'AccountPage'),
  }),
] as const

export const settingsPages = [settings.addChildren(pages)] as const
