import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { vendorArea } from '../../app/areas.ts'

const billing = createRoute({
  getParentRoute: () => vendorArea,
  path: '/billing',
  component: lazyRouteComponent(() => import('./billing-layout.tsx'), 'BillingLayout'),
})

const pages = [
  createRoute({
    getParentRoute: () => billing,
    path: '/',
    beforeLoad: () => {
      throw redirect({ to: '/billing/plan', replace: true })
    },
  }),
  createRoute({
    getParentRoute: () => billing,
    path: '/plan',
    component: lazyRouteComponent(() => import('./plan/plan-page.tsx'), 'PlanPage'),
  }),
  createRoute({
    getParentRoute: () => billing,
    path: '/invoices',
    component: lazyRouteComponent(() => import('./invoices-page.tsx'), 'InvoicesPage'),
  }),
  createRoute({
    getParentRoute: () => billing,
    path: '/refunds',
    component: lazyRouteComponent(() => import('./refunds/refunds-page.tsx'), 'RefundsPage'),
  }),
  createRoute({
    getParentRoute: () => billing,
    path: '/orders/$orderId',
    component: lazyRouteComponent(() => import('./order-page.tsx'), 'OrderPage'),
  }),
] as const

export const billingPages = [billing.addChildren(pages)] as const
