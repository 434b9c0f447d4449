import { adminRoutes } from '../features/admin/routes.ts'
import { adminSubscriptionRoutes } from '../features/admin/subscription-routes.ts'
import { approvalRoutes } from '../features/approvals/routes.ts'
import { accountRoutes } from '../features/auth/accounts/account-routes.ts'
import { mfaRoutes } from '../features/auth/mfa/routes.ts'
import { authRoutes } from '../features/auth/routes.ts'
import { launchRoutes } from '../features/campaigns/launch/launch-routes.ts'
import { campaignLifecycleRoutes } from '../features/campaigns/lifecycle/lifecycle-routes.ts'
import { previewRoutes } from '../features/campaigns/reports/preview-routes.ts'
import { contactRoutes } from '../features/contacts/routes.ts'
import { conversationRoutes } from '../features/conversations/routes.ts'
import { unassignedRoutes } from '../features/conversations/unassigned-routes.ts'
import { currencyRoutes } from '../features/currency/routes.ts'
import { dashboardRoutes } from '../features/dashboard/routes.ts'
import { providerRoutes } from '../features/dispatch/provider/routes.ts'
import { testRoutes } from '../features/dispatch/test-messages/test-routes.ts'
import { exportRoutes } from '../features/exports/routes.ts'
import { importRoutes } from '../features/imports/routes.ts'
import { invoiceRoutes } from '../features/invoices/routes.ts'
import { listRoutes } from '../features/lists/routes.ts'
import { mediaRoutes } from '../features/media/routes.ts'
import { messageRoutes } from '../features/messages/routes.ts'
import { statusRoutes } from '../features/monitoring/status-routes.ts'
import { notificationRoutes } from '../features/notifications/routes.ts'
import { operatorRoutes } from '../features/operators/routes.ts'
import { checkoutRoutes } from '../features/orders/checkout-routes.ts'
import { orderRoutes } from '../features/orders/routes.ts'
import { paymentRoutes } from '../features/payments/routes.ts'
import { paymentOperatorRoutes } from '../features/payments/unmatched/operator-routes.ts'
import { portalRoutes } from '../features/portal/routes.ts'
import { pricingRoutes } from '../features/pricing/routes.ts'
import { quotationRoutes } from '../features/quotations/routes.ts'
import { finalStatementRoutes } from '../features/refunds/exit/final-statement-routes.ts'
import { refundOperatorRoutes } from '../features/refunds/operator-routes.ts'
import { refundRoutes } from '../features/refunds/routes.ts'
import { searchRoutes } from '../features/search/routes.ts'
import { subscriptionRoutes } from '../features/subscriptions/routes.ts'
import { supportRoutes } from '../features/support/routes.ts'
import { apiKeyRoutes } from '../features/team/api-key-routes.ts'
import { teamRoutes } from '../features/team/routes.ts'
import { templateRoutes } from '../features/templates/routes.ts'
import { vendorAuditRoutes } from '../features/vendor-audit/routes.ts'
import { vendorRoutes } from '../features/vendors/routes.ts'
import { walletRoutes } from '../features/wallet/routes.ts'
import type { Role } from '../platform/config/role.ts'
import { approvalHandlers } from './approvals.ts'

/** The REST API for vendors and operators, and the portal. */
export const apiGateway: Role = {
  name: 'API_GATEWAY',
  apiRoutes: [
    authRoutes,
    accountRoutes,
    mfaRoutes,
    vendorRoutes,
    exportRoutes,
    teamRoutes,
    apiKeyRoutes,
    vendorAuditRoutes,
    contactRoutes,
    listRoutes,
    mediaRoutes,
    templateRoutes,
    quotationRoutes,
    launchRoutes,
    conversationRoutes,
    unassignedRoutes,
    campaignLifecycleRoutes,
    previewRoutes,
    messageRoutes,
    testRoutes,
    dashboardRoutes,
    searchRoutes,
    importRoutes,
    orderRoutes,
    invoiceRoutes,
    paymentRoutes,
    paymentOperatorRoutes,
    adminRoutes,
    approvalRoutes(approvalHandlers),
    operatorRoutes,
    refundRoutes,
    refundOperatorRoutes,
    finalStatementRoutes,
    walletRoutes,
    subscriptionRoutes,
    adminSubscriptionRoutes,
    providerRoutes,
    notificationRoutes,
    supportRoutes,
    currencyRoutes,
    pricingRoutes,
  ],
  rootRoutes: [checkoutRoutes, statusRoutes, portalRoutes],
  background: [],
  needs: ['files'],
}
