import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { vendorArea } from '../../app/areas.ts'
import type { ContactsSearch } from './queries.ts'

export const contactPages = [
  createRoute({
    getParentRoute: () => vendorArea,
    path: '/contacts',
    validateSearch: ({ label, list }: Record<string, unknown>): ContactsSearch => ({
      ...(typeof label === 'string' && label && { label }),
      ...(typeof list === 'string' && list && { list }),
    }),
    component: lazyRouteComponent(() => import('./contacts-page.tsx'), 'ContactsPage'),
  }),
  createRoute({
    getParentRoute: () => vendorArea,
    path: '/contacts/labels',
    component: lazyRouteComponent(() => import('./labels-page.tsx'), 'LabelsPage'),
  }),
  createRoute({
    getParentRoute: () => vendorArea,
    path: '/contacts/$id',
    component: lazyRouteComponent(() => import('./detail/contact-page.tsx'), 'ContactPage'),
  }),
] as const
