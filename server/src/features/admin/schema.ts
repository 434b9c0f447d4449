import { z } from 'zod'
import { PLANS, SUBSCRIPTION_STATUSES } from '../../domain/billing/subscription.ts'
import { CAMPAIGN_STATUSES } from '../../domain/messaging/campaign.ts'
import { ListQuery } from '../../platform/http/pagination.ts'
import { InvoiceView } from '../invoices/schema.ts'
import { SubscriptionView } from '../subscriptions/schema.ts'
import { line } from '../vendors/schema.ts'
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
  search: line(200).optional().meta({ description: 'A part of the company name' }),
  plan: z.enum(PLANS).optional(),
  status: Status.optional().meta({ description: 'As it is now; NONE: never subscribed' }),
})
export const BillingView = z
  .object({
    vendorId: z.string(),
    companyName: z.string(),
    vendorStatus: z.string(),
    plan: z.enum(PLANS).nullable(),
    cycle: z.string().nullable(),
    status: Status,
    graceDay: z.int().nullable().meta({ description: 'Days since the payment failed, from 1' }),
    paidUntil: z.string().nullable(),
    currency: z.string(),
    balanceMinorUnit: z.int(),
    lastPayment: z.object({ at: z.string(), amountMinorUnit: z.int(), currency: z.string() }).nullable(),
    monthSubscriptionInrPaise: z.int().meta({ description: 'Setup and plan of this month (UTC), GST included' }),
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
    subscriptions: z
      .record(z.string(), z.int())
      .meta({ description: 'Vendors by the status of their plan, as it is now' }),
    wallets: z.array(
      z.object({
        currency: z.string(),
        wallets: z.int(),
        balanceMinorUnit: z.int(),
        bonusMinorUnit: z.int(),
        reservedMinorUnit: z.int(),
      }),
    ),
    revenue: z.object(Money).meta({ description: 'Over the period, in paise, GST included' }),
    refunds: z.object({ requested: z.int(), processing: z.int() }),
    messaging: z
      .object({
        scheduledCampaigns: z.int(),
        runningCampaigns: z.int(),
        pausedCampaigns: z.int(),
        unclosedCampaigns: z.int().meta({ description: 'Ended, with money still held for callbacks' }),
        launchedCampaigns: z.int().meta({ description: 'In the period' }),
        recipients: z.int().meta({ description: 'Of those' }),
        queuedMessages: z.int(),
        sendingMessages: z.int(),
        unknownMessages: z.int().meta({ description: 'Of which nobody knows yet whether they left' }),
      })
      .meta({ description: 'As it is now, of all vendors' }),
    deadLetters: z.int(),
    flaggedWebhooks: z.int().meta({ description: 'Events, some about money, that nobody could place' }),
    unplacedPayments: z.int().meta({ description: 'Payments that could not be credited and need a decision' }),
    daily: z.array(z.object({ day: z.string(), ...Money, newVendors: z.int() })),
  })
  .meta({ id: 'Dashboard' })

export const WholeVendorView = z
  .object({
    id: z.string(),
    companyName: z.string(),
    country: z.string(),
    currency: z.string(),
    timezone: z.string(),
    status: z.string(),
    messagingEnabled: z.boolean(),
    createdAt: z.string(),
    subscription: SubscriptionView.nullable(),
    wallet: BalanceView,
    campaigns: z
      .object({
        byStatus: z.record(z.enum(CAMPAIGN_STATUSES), z.int()),
        heldMinorUnit: z.int().meta({ description: 'Set aside for them, and neither used up nor given back' }),
      })
      .meta({ description: 'As they are now' }),
    counts: z.object({
      users: z.int(),
      contacts: z.int(),
      invoices: z.int(),
      transactions: z.int(),
      openRefunds: z.int(),
    }),
  })
  .meta({ id: 'WholeVendor' })

export const VendorInvoiceView = InvoiceView.pick({
  id: true,
  invoiceNumber: true,
  type: true,
  status: true,
  totalMinorUnit: true,
  refundedMinorUnit: true,
  currency: true,
  issuedAt: true,
}).meta({ id: 'VendorInvoice' })

const Kind = z.enum(['WEBHOOK', 'JOB', 'MESSAGE'])
export const LettersQuery = ListQuery.extend({
  kind: Kind.optional().meta({ description: 'WEBHOOK and JOB if not given' }),
  replayed: z.enum(['true', 'false']).optional(),
  closed: z.enum(['true', 'false']).optional().meta({ description: '`false`: without those closed by an operator' }),
})
export const LetterView = z
  .object({
    id: z.string(),
    kind: Kind,
    vendorId: z.string().nullable(),
    name: z.string(),
    reason: z.string(),
    attempts: z.int(),
    createdAt: z.string(),
    replayedAt: z.string().nullable(),
    closedAt: z.string().nullable().meta({ description: 'When an operator closed it without a replay' }),
  })
  .meta({ id: 'DeadLetter' })
export const CloseLetterBody = z
  .strictObject({ reason: line(200).meta({ description: 'Kept in the audit log' }) })
  .meta({ id: 'DeadLetterClosing', example: { reason: 'Refunded at the gateway' } })
export const WholeLetterView = LetterView.extend({
  money: z
    .object({
      gatewayPaymentId: z.string(),
      gatewayOrderId: z.string().nullable(),
      gatewayRefundId: z.string().nullable(),
      amountMinorUnit: z.int(),
      currency: z.string().nullable(),
    })
    .nullable()
    .meta({ description: 'What a webhook of the payment gateway tells of money' }),
}).meta({ id: 'WholeDeadLetter' })

export const VendorTransactionView = TransactionView.extend({
  isCorrectable: z.boolean().meta({ description: "An operator's credit that has not been taken back" }),
  correction: z
    .object({ transactionId: z.string(), amountMinorUnit: z.int(), at: z.string() })
    .nullable()
    .meta({ description: 'How it was taken back' }),
}).meta({ id: 'VendorTransaction' })

export const CorrectionView = TransactionView.extend({
  correctedTransactionId: z.string(),
  uncorrectedMinorUnit: z.int().meta({ description: 'What the balance no longer had. It is not taken later' }),
}).meta({ id: 'WalletCorrectionResult' })
