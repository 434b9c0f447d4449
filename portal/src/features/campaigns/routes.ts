import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { vendorArea } from '../../app/areas.ts'
import { calendarSearch, compareSearch, recipientsSearch } from './search.ts'
import type { WizardStart } from './wizard/draft.ts'

export const campaignPages = [
  createRoute({
    getParentRoute: () => vendorArea,
    path: '/campaigns',
    component: lazyRouteComponent(() => import('./campaigns-page.tsx'), 'CampaignsPage'),
  }),
  /** Starts the wizard, optionally with a preselected list or template. */
  createRoute({
    getParentRoute: () => vendorArea,
    path: '/campaigns/new',
    validateSearch: ({ list, template }: Record<string, unknown>): WizardStart => ({
      ...(typeof list === 'string' && list && { list }),
      ...(typeof template === 'string' && template && { template }),
    }),
    component: lazyRouteComponent(() => import('./wizard/start-page.tsx'), 'StartPage'),
  }),
  createRoute({
    getParentRoute: () => vendorArea,
    path: '/campaigns/new/$step',
    component: lazyRouteComponent(() => import('./wizard/wizard-page.tsx'), 'WizardPage'),
  }),
  createRoute({
    getParentRoute: () => vendorArea,
    path: '/campaigns/compare',
    validateSearch: compareSearch,
    component: lazyRouteComponent(() => import('./compare/compare-page.tsx'), 'ComparePage'),
  }),
  createRoute({
    getParentRoute: () => vendorArea,
    path: '/campaigns/calendar',
    validateSearch: calendarSearch,
    component: lazyRouteComponent(() => import('./calendar/calendar-page.tsx'), 'CalendarPage'),
  }),
  createRoute({
    getParentRoute: () => vendorArea,
    path: '/campaigns/$id',
    validateSearch: recipientsSearch,
    component: lazyRouteComponent(() => import('./detail/campaign-page.tsx'), 'CampaignPage'),
  }),
] as const
