import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { vendorArea } from '../../app/areas.ts'

export const inboxPages = [
  createRoute({
    getParentRoute: () => vendorArea,
    path: '/inbox',
    component: lazyRouteComponent(() => import('./inbox-page.tsx'), 'InboxPage'),
  }),
  createRoute({
    getParentRoute: () => vendorArea,
    path: '/inbox/$contactId',
    component: lazyRouteComponent(() => import('./conversation-page.tsx'), 'ConversationPage'),
  }),
] as const
