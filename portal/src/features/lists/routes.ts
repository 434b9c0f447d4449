import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { vendorArea } from '../../app/areas.ts'

export const listPages = [
  createRoute({
    getParentRoute: () => vendorArea,
    path: '/lists',
    component: lazyRouteComponent(() => import('./lists-page.tsx'), 'ListsPage'),
  }),
  createRoute({
    getParentRoute: () => vendorArea,
    path: '/lists/$id',
    component: lazyRouteComponent(() => import('./list-page.tsx'), 'ListPage'),
  }),
] as const
