import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { vendorArea } from '../../app/areas.ts'
import type { WizardStart } from './draft.ts'

export const campaignPages = [
  createRoute({
    getParentRoute: () => vendorArea,
    path: '/campaigns',
    component: lazyRouteComponent(() => import('./campaigns-page.tsx'), 'CampaignsPage'),
  }),
  /** Where a campaign begins: a list or a template that was chosen elsewhere is chosen already. */
  createRoute({
    getParentRoute: () => vendorArea,
    path: '/campaigns/new',
    validateSearch: ({ list, template }: Record<string, unknown>): WizardStart => ({
      ...(typeof list === 'string' && list && { list }),
      ...(typeof template === 'string' && template && { template }),
    }),
    component: lazyRouteComponent(() => import('./begin-page.tsx'), 'BeginPage'),
  }),
  createRoute({
    getParentRoute: () => vendorArea,
    path: '/campaigns/new/$step',
    component: lazyRouteComponent(() => import('./wizard-page.tsx'), 'WizardPage'),
  }),
  createRoute({
    getParentRoute: () => vendorArea,
    path: '/campaigns/$id',
    component: lazyRouteComponent(() => import('./campaign-page.tsx'), 'CampaignPage'),
  }),
] as const
