import { z } from 'zod'
import { CAMPAIGN_STATUSES, type CampaignStatus } from '../../../domain/messaging/campaign.ts'
import { LEDGER_TYPES, type LedgerType } from '../../../domain/money/ledger-signs.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { App } from '../../../platform/http/app.ts'
import { listOrders } from '../../orders/list.ts'
import { VendorOrderView } from '../../orders/schema.ts'
import { VendorPaymentView } from '../../payments/schema.ts'
import { listVendorPayments, paymentKey } from '../../payments/vendor-payments.ts'
import { listAllRequests } from '../../refunds/read.ts'
import { RefundView } from '../../refunds/schema.ts'
import { VendorCampaignView, VendorTransactionView } from '../schema.ts'
import { vendorListRoute } from './list-route.ts'
import { listVendorCampaigns } from './vendor-campaigns.ts'
import { listVendorTransactions } from './vendor-transactions.ts'

/** All money of one vendor, for operators. None of it contains personal data of contacts. */
export function financeRoutes(app: App, deps: Deps) {
  moneyRoutes(app, deps)
  vendorListRoute(app, deps, {
    name: 'refunds',
    summary: 'List the refund requests of a vendor, newest first',
    item: RefundView,
    columns: [
      'id',
      'kind',
      'basis',
      'status',
      'invoiceNumber',
      'currency',
      'amountMinorUnit',
      'feeMinorUnit',

      'forfeitMinorUnit',
      'manualPayoutMinorUnit',
      'paidOutAt',
      'requestedAt',
      'decidedAt',
      'finishedAt',
    ],
    keyOf: ({ id }) => id,
    list: async (vendorId, slice) => {
      const { requests, total } = await listAllRequests(deps, { vendorId, status: undefined }, slice)
      return { rows: requests, total }
    },
  })
  vendorListRoute(app, deps, {
    name: 'campaigns',
    summary: 'List the campaigns of a vendor with their cost, newest first',
    item: VendorCampaignView,
    filters: { status: z.enum(CAMPAIGN_STATUSES).optional() },
    columns: [
      'id',
      'name',
      'status',
      'pauseReason',
      'templateName',
      'category',
      'recipients',
      'failedCount',
      'currency',
      'heldMinorUnit',
      'capturedMinorUnit',
      'returnedMinorUnit',
      'createdAt',
      'launchedAt',
      'endedAt',
      'billingClosedAt',
    ],
    keyOf: ({ id }) => id,
    list: (vendorId, slice, { status }) =>
      listVendorCampaigns(deps.db, vendorId, { status: status as CampaignStatus | undefined }, slice),
  })
}

function moneyRoutes(app: App, deps: Deps) {
  vendorListRoute(app, deps, {
    name: 'transactions',
    summary: 'List the ledger entries of a vendor, newest first',
    item: VendorTransactionView,
    filters: { type: z.enum(LEDGER_TYPES).optional() },
    columns: [
      'sequence',
      'id',
      'type',
      'amountMinorUnit',
      'bonusMinorUnit',
      'currency',
      'balanceAfterMinorUnit',
      'description',
      'referenceType',
      'referenceId',
      'createdAt',
    ],
    keyOf: ({ sequence }) => String(sequence),
    list: (vendorId, slice, { type }) => listVendorTransactions(deps, vendorId, type as LedgerType | undefined, slice),
  })
  vendorListRoute(app, deps, {
    name: 'orders',
    summary: 'List the payment orders of a vendor, newest first',
    item: VendorOrderView,
    columns: [
      'id',
      'type',
      'status',
      'amountMinorUnit',
      'currency',
      'gatewayOrderId',
      'gatewayPaymentId',
      'createdAt',
      'expiresAt',
      'paidAt',
    ],
    keyOf: ({ id }) => id,
    list: async (vendorId, slice) => {
      const { orders, total } = await listOrders(deps, vendorId, slice)
      return { rows: orders, total }
    },
  })
  vendorListRoute(app, deps, {
    name: 'payments',
    summary: 'List the payments of a vendor, credited or not, newest first',
    item: VendorPaymentView,
    columns: [
      'gatewayPaymentId',
      'state',
      'reason',
      'amountMinorUnit',
      'refundedMinorUnit',
      'currency',
      'arrivedAt',
      'orderType',
      'orderId',
      'gatewayOrderId',
    ],
    moreColumns: {
      invoiceNumbers: ({ invoices }) => invoices.flatMap(({ invoiceNumber }) => invoiceNumber ?? []).join(' '),
    },
    keyOf: paymentKey,
    list: (vendorId, slice) => listVendorPayments(deps.db, vendorId, slice),
  })
}
