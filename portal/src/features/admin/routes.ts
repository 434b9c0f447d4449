import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { operatorArea } from '../../app/areas.ts'

export const adminPages = [
  createRoute({
    getParentRoute: () => operatorArea,
    path: '/',
    component: lazyRouteComponent(() => import('./dashboard/dashboard-page.tsx'), 'DashboardPage'),
  }),
  createRoute({
    getParentRoute: () => operatorArea,
    path: '/vendors',
    component: lazyRouteComponent(() => import('./vendors/vendors-page.tsx'), 'VendorsPage'),
  }),
  createRoute({
    getParentRoute: () => operatorArea,
    path: '/vendors/$vendorId',
    component: lazyRouteComponent(() => import('./vendors/vendor-page.tsx'), 'VendorPage'),
  }),
  createRoute({
    getParentRoute: () => operatorArea,
    path: '/billing',
    component: lazyRouteComponent(() => import('./billing-page.tsx'), 'BillingPage'),
  }),
  createRoute({
    getParentRoute: () => operatorArea,
    path: '/refunds',
    component: lazyRouteComponent(() => import('./refunds/refunds-page.tsx'), 'RefundsPage'),
  }),
  createRoute({
    getParentRoute: () => operatorArea,
    path: '/refunds/$refundId',
    component: lazyRouteComponent(() => import('./refunds/refund-page.tsx'), 'RefundPage'),
  }),
  createRoute({
    getParentRoute: () => operatorArea,
    path: '/payments',
    component: lazyRouteComponent(() => import('./payments/payments-page.tsx'), 'PaymentsPage'),
  }),
  createRoute({
    getParentRoute: () => operatorArea,
    path: '/payments/$paymentId',
    component: lazyRouteComponent(() => import('./payments/payment-page.tsx'), 'PaymentPage'),
  }),
  createRoute({
    getParentRoute: () => operatorArea,
    path: '/approvals',
    component: lazyRouteComponent(() => import('./approvals/approvals-page.tsx'), 'ApprovalsPage'),
  }),
  createRoute({
    getParentRoute: () => operatorArea,
    path: '/operators',
    component: lazyRouteComponent(() => import('./operators/operators-page.tsx'), 'OperatorsPage'),
  }),
  createRoute({
    getParentRoute: () => operatorArea,
    path: '/pricing',
    component: lazyRouteComponent(() => import('./pricing/pricing-page.tsx'), 'PricingPage'),
  }),
  createRoute({
    getParentRoute: () => operatorArea,
    path: '/dead-letters',
    component: lazyRouteComponent(() => import('./dead-letters/dead-letters-page.tsx'), 'DeadLettersPage'),
  }),
  createRoute({
    getParentRoute: () => operatorArea,
    path: '/dead-letters/$letterId',
    component: lazyRouteComponent(() => import('./dead-letters/dead-letter-page.tsx'), 'DeadLetterPage'),
  }),
  createRoute({
    getParentRoute: () => operatorArea,
    path: '/flagged-imports',
    component: lazyRouteComponent(() => import('./flagged-imports-page.tsx'), 'FlaggedImportsPage'),
  }),
  createRoute({
    getParentRoute: () => operatorArea,
    path: '/provider',
    component: lazyRouteComponent(() => import('./provider/provider-page.tsx'), 'ProviderPage'),
  }),
  createRoute({
    getParentRoute: () => operatorArea,
    path: '/audit',
    component: lazyRouteComponent(() => import('./audit/audit-page.tsx'), 'AuditPage'),
  }),
  createRoute({
    getParentRoute: () => operatorArea,
    path: '/account',
    component: lazyRouteComponent(() => import('../settings/account-page.tsx'), 'AccountPage'),
  }),
] as const
