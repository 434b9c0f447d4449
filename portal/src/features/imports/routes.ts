import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { vendorArea } from '../../app/areas.ts'

export const importPages = [
  createRoute({
    getParentRoute: () => vendorArea,
    path: '/imports',
    component: lazyRouteComponent(() => import('./imports-page.tsx'), 'ImportsPage'),
  }),
  createRoute({
    getParentRoute: () => vendorArea,
    path: '/imports/new',
    component: lazyRouteComponent(() => import('./new-import-page.tsx'), 'NewImportPage'),
  }),
  createRoute({
    getParentRoute: () => vendorArea,
    path: '/imports/$jobId',
    component: lazyRouteComponent(() => import('./import-page.tsx'), 'ImportPage'),
  }),
] as const
