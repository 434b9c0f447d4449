import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { vendorArea } from '../../app/areas.ts'

export const homePages = [
  createRoute({
    getParentRoute: () => vendorArea,
    path: '/',
    component: lazyRouteComponent(() => import('./home-page.tsx'), 'HomePage'),
  }),
] as const
