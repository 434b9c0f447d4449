import { adminRoutes } from '../features/admin/routes.ts'
import { adminSubscriptionRoutes } from '../features/admin/subscription-routes.ts'
import { apiKeyRoutes } from '../features/api-keys/routes.ts'
import { auditRoutes } from '../features/audit/routes.ts'
import { authRoutes } from '../features/auth/routes.ts'
import { contactRoutes } from '../features/contacts/routes.ts'
import { currencyRoutes } from '../features/currency/routes.ts'
import { importRoutes } from '../features/imports/routes.ts'
import { invoiceRoutes } from '../features/invoices/routes.ts'
import { listRoutes } from '../features/lists/routes.ts'
import { mediaRoutes } from '../features/media/routes.ts'
import { notificationRoutes } from '../features/notifications/routes.ts'
import { checkoutRoutes } from '../features/orders/checkout-routes.ts'
import { orderRoutes } from '../features/orders/routes.ts'
import { paymentRoutes } from '../features/payments/routes.ts'
import { portalRoutes } from '../features/portal/routes.ts'
import { pricingRoutes } from '../features/pricing/routes.ts'
import { refundOperatorRoutes } from '../features/refunds/operator-routes.ts'
import { refundRoutes } from '../features/refunds/routes.ts'
import { subscriptionRoutes } from '../features/subscriptions/routes.ts'
import { teamRoutes } from '../features/team/routes.ts'
import { templateRoutes } from '../features/templates/routes.ts'
import { vendorRoutes } from '../features/vendors/routes.ts'
import { walletRoutes } from '../features/wallet/routes.ts'
import type { Role } from '../platform/role.ts'

/** The REST API for vendors and operators, and the portal. */
export const apiGateway: Role = {
  name: 'API_GATEWAY',
  apiRoutes: [
    authRoutes,
    vendorRoutes,
    teamRoutes,
    apiKeyRoutes,
    contactRoutes,
    listRoutes,
    mediaRoutes,
    templateRoutes,
    importRoutes,
    orderRoutes,
    invoiceRoutes,
    paymentRoutes,
    adminRoutes,
    refundRoutes,
    refundOperatorRoutes,
    walletRoutes,
    subscriptionRoutes,
    adminSubscriptionRoutes,
    auditRoutes,
    notificationRoutes,
    currencyRoutes,
    pricingRoutes,
  ],
  rootRoutes: [checkoutRoutes, portalRoutes],
  background: [],
  needs: ['files'],
}
