import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { vendorArea } from '../../app/areas.ts'

export const templatePages = [
  createRoute({
    getParentRoute: () => vendorArea,
    path: '/templates',
    component: lazyRouteComponent(() => import('./templates-page.tsx'), 'TemplatesPage'),
  }),
  createRoute({
    getParentRoute: () => vendorArea,
    path: '/templates/new',
    /** The id of the template to duplicate. */
    validateSearch: ({ from }: Record<string, unknown>): { from?: string } => ({
      ...(typeof from === 'string' && from && { from }),
    }),
    component: lazyRouteComponent(() => import('./template-form-page.tsx'), 'NewTemplatePage'),
  }),
  createRoute({
    getParentRoute: () => vendorArea,
    path: '/templates/$id',
    component: lazyRouteComponent(() => import('./template-page.tsx'), 'TemplatePage'),
  }),
  createRoute({
    getParentRoute: () => vendorArea,
    path: '/templates/$id/edit',
    component: lazyRouteComponent(() => import('./template-form-page.tsx'), 'EditTemplatePage'),
  }),
] as const
