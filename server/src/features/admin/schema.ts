import { z } from 'zod'
import { PLANS, SUBSCRIPTION_STATUSES } from '../../domain/billing/subscription.ts'
import { CAMPAIGN_STATUSES } from '../../domain/messaging/campaign.ts'
import { ListQuery } from '../../platform/http/pagination.ts'
import { CampaignSummary } from '../campaigns/reports/views.ts'
import { SubscriptionView } from '../subscriptions/schema.ts'
import { singleLine, VendorView } from '../vendors/schema.ts'
import { BalanceView, TransactionView } from '../wallet/schema.ts'

export const VendorRow = z.object({
  id: z.string(),
  companyName: z.string(),
  country: z.string(),
  currency: z.string(),
  status: z.string(),
  messagingEnabled: z.boolean(),
  createdAt: z.string(),
})

const Status = z.enum([...SUBSCRIPTION_STATUSES, 'NONE'])
export const BillingQuery = ListQuery.extend({
  search: singleLine(200).optional().meta({ description: 'Part of the company name' }),
  plan: z.enum(PLANS).optional(),
  status: Status.optional().meta({ description: 'Current status; NONE: never subscribed' }),
})
export const BillingView = z
  .object({
    vendorId: z.string(),
    companyName: z.string(),
    vendorStatus: z.string(),
    plan: z.enum(PLANS).nullable(),
    cycle: z.string().nullable(),
    status: Status,
    graceDay: z.int().nullable().meta({ description: 'Days since the payment failed, starting at 1' }),
    paidUntil: z.string().nullable(),
    currency: z.string(),
    balanceMinorUnit: z.int(),
    lastPayment: z.object({ at: z.string(), amountMinorUnit: z.int(), currency: z.string() }).nullable(),
    monthSubscriptionInrPaise: z.int().meta({ description: 'Setup and plan payments this month (UTC), including GST' }),
    monthRechargeInrPaise: z.int(),
  })
  .meta({ id: 'VendorBilling' })

const Money = {
  rechargeInrPaise: z.int(),
  subscriptionInrPaise: z.int(),
  setupInrPaise: z.int(),
  refundInrPaise: z.int(),
}
export const DashboardView = z
  .object({
    from: z.string(),
    to: z.string(),
    vendors: z.object({ total: z.int(), new: z.int(), suspended: z.int(), closed: z.int() }),
    subscriptions: z.record(z.string(), z.int()).meta({ description: 'Vendors by current plan status' }),
    wallets: z.array(
      z.object({
        currency: z.string(),
        wallets: z.int(),
        balanceMinorUnit: z.int(),
        bonusMinorUnit: z.int(),
        reservedMinorUnit: z.int(),
      }),
    ),
    revenue: z.object(Money).meta({ description: 'In the period, in paise, including GST' }),
    refunds: z.object({ requested: z.int(), processing: z.int() }),
    messaging: z
      .object({
        scheduledCampaigns: z.int(),
        runningCampaigns: z.int(),
        pausedCampaigns: z.int(),
        unclosedCampaigns: z
          .int()
          .meta({ description: 'Completed, with funds still on hold for pending status updates' }),
        launchedCampaigns: z.int().meta({ description: 'In the period' }),
        recipients: z.int().meta({ description: 'Recipients of the launched campaigns' }),
        queuedMessages: z.int(),
        sendingMessages: z.int(),
        unknownMessages: z.int().meta({ description: 'Not yet confirmed by the provider' }),
      })
      .meta({ description: 'Current totals of all vendors' }),
    deadLetters: z.int(),
    flaggedWebhooks: z.int().meta({ description: 'Unmatched webhooks, some of them about payments' }),
    unplacedPayments: z.int().meta({ description: 'Unmatched payments that need a decision' }),
    daily: z.array(z.object({ day: z.string(), ...Money, newVendors: z.int() })),
  })
  .meta({ id: 'Dashboard' })

export const VendorDetailView = z
  .object({
    id: z.string(),
    companyName: z.string(),
    country: z.string(),
    currency: z.string(),
    timezone: z.string(),
    status: z.string(),
    suspension: z.object({ since: z.string(), reason: z.string() }).nullable(),
    messagingEnabled: z.boolean(),
    createdAt: z.string(),
    subscription: SubscriptionView.nullable(),
    wallet: BalanceView,
    company: VendorView.pick({ legalName: true, gstin: true, address: true, phone: true, billingEmail: true }).meta({
      description: 'As the vendor states it for its invoices',
    }),
    administrators: z
      .array(z.object({ email: z.string() }))
      .meta({ description: 'Members with the role `ADMIN`, oldest first: whom to write to' }),
    campaigns: z
      .object({
        byStatus: z.record(z.enum(CAMPAIGN_STATUSES), z.int()),
        heldMinorUnit: z.int().meta({ description: 'On hold for them: neither spent nor released yet' }),
      })
      .meta({ description: 'Current values' }),
    counts: z.object({
      users: z.int(),
      contacts: z.int(),
      invoices: z.int(),
      transactions: z.int(),
      openRefunds: z.int(),
    }),
  })
  .meta({ id: 'WholeVendor' })

export const SuspendBody = z
  .strictObject({ reason: singleLine(200).meta({ description: 'Shown to the vendor and recorded in the audit log' }) })
  .meta({ id: 'VendorSuspension', example: { reason: 'Complaints about unsolicited messages' } })

const Kind = z.enum(['WEBHOOK', 'JOB', 'MESSAGE'])
export const DeadLettersQuery = ListQuery.extend({
  kind: Kind.optional().meta({ description: 'Defaults to WEBHOOK and JOB' }),
  replayed: z.enum(['true', 'false']).optional(),
  closed: z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: '`false`: leave out dead letters closed by an operator' }),
})
export const DeadLetterView = z
  .object({
    id: z.string(),
    kind: Kind,
    vendorId: z.string().nullable(),
    name: z.string(),
    reason: z.string(),
    attempts: z.int(),
    createdAt: z.string(),
    replayedAt: z.string().nullable(),
    closedAt: z.string().nullable().meta({ description: 'When an operator closed it without replaying it' }),
  })
  .meta({ id: 'DeadLetter' })
export const CloseDeadLetterBody = z
  .strictObject({ reason: singleLine(200).meta({ description: 'Recorded in the audit log' }) })
  .meta({ id: 'DeadLetterClosing', example: { reason: 'Refunded at the payment gateway' } })
export const DeadLetterDetailView = DeadLetterView.extend({
  money: z
    .object({
      gatewayPaymentId: z.string(),
      gatewayOrderId: z.string().nullable(),
      gatewayRefundId: z.string().nullable(),
      amountMinorUnit: z.int(),
      currency: z.string().nullable(),
    })
    .nullable()
    .meta({ description: 'Payment details of a payment gateway webhook' }),
}).meta({ id: 'WholeDeadLetter' })

export const VendorTransactionView = TransactionView.extend({
  isCorrectable: z.boolean().meta({ description: 'A credit by an operator that has not been reversed' }),
  correction: z
    .object({ transactionId: z.string(), amountMinorUnit: z.int(), at: z.string() })
    .nullable()
    .meta({ description: 'How it was reversed' }),
}).meta({ id: 'VendorTransaction' })

export const VendorCampaignView = CampaignSummary.extend({
  heldMinorUnit: z.int().meta({ description: 'Still on hold: neither spent nor returned' }),
  capturedMinorUnit: z.int().meta({ description: 'Spent on its messages and fees' }),
  returnedMinorUnit: z.int().meta({ description: 'Returned to the wallet' }),
}).meta({ id: 'VendorCampaign' })

export const CorrectionView = TransactionView.extend({
  correctedTransactionId: z.string(),
  uncorrectedMinorUnit: z
    .int()
    .meta({ description: 'The part that the balance no longer covered. It is not collected later' }),
}).meta({ id: 'WalletCorrectionResult' })
