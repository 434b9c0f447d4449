import { z } from 'zod'
import { CYCLES } from '../../domain/billing/billing-cycle.ts'
import { BANNERS } from '../../domain/billing/grace-period.ts'
import { LISTED_PLANS, PLANS, SUBSCRIPTION_STATUSES } from '../../domain/billing/subscription.ts'

const Paise = z.int().min(0)
const Instant = z.string()

export const PlanBody = z
  .strictObject({ plan: z.enum(LISTED_PLANS), cycle: z.enum(CYCLES) })
  .meta({ id: 'PlanChoice', example: { plan: 'SMB', cycle: 'MONTHLY' } })

export const PlanView = z
  .object({
    plan: z.enum(LISTED_PLANS),
    currency: z.string(),
    conversationCap: z.int().meta({ description: 'Conversations per month' }),
    setup: z.object({ amountMinorUnit: Paise, gstAmountMinorUnit: Paise, totalMinorUnit: Paise }),
    prices: z.array(
      z.object({
        cycle: z.enum(CYCLES),
        amountMinorUnit: Paise,
        gstAmountMinorUnit: Paise,
        totalMinorUnit: Paise,
      }),
    ),
  })
  .meta({ id: 'Plan' })

const Order = {
  orderId: z.string(),
  gatewayOrderId: z.string(),
  amountMinorUnit: z.int(),
  currency: z.string(),
  keyId: z.string(),
  checkoutUrl: z.string(),
}
export const CycleOrderView = z.object(Order).meta({ id: 'CycleOrder' })
const Items = z.array(
  z.object({
    type: z.enum(['SETUP', 'SUBSCRIPTION']),
    amountMinorUnit: Paise,
    gstAmountMinorUnit: Paise,
    totalMinorUnit: Paise,
  }),
)
export const PlanOrderView = z.object({ ...Order, items: Items }).meta({ id: 'PlanOrder' })

export const ChangeQuoteView = z
  .object({
    plan: z.enum(LISTED_PLANS),
    cycle: z.enum(CYCLES),
    begins: z.enum(['WHEN_PAID', 'AT_ONCE']),
    cycleAmountMinorUnit: Paise.meta({ description: 'Price of each billing cycle, before GST' }),
    conversationCap: z.int().meta({ description: 'Conversations per month' }),
    unusedMinorUnit: Paise.meta({ description: 'Paid and unused, before GST' }),
    items: Items.meta({ description: 'Items to be ordered; empty if nothing is to be paid' }),
    totalMinorUnit: Paise,
    currency: z.string(),
    bonusMinorUnit: z.int().meta({ description: 'Bonus credit the wallet would receive, in the wallet currency' }),
    bonusCurrency: z.string(),
    paidUntil: Instant.meta({ description: 'When the next billing cycle would start' }),
  })
  .meta({ id: 'PlanChangeQuote' })

export const UsageView = z
  .object({
    conversationsUsed: z.int(),
    conversationCap: z.int(),
    resetDate: Instant.nullable(),
    percentUsed: z.number().meta({ description: 'Percentage of the cap, to two decimals' }),
  })
  .meta({ id: 'Usage' })

export const SubscriptionView = z
  .object({
    id: z.string(),
    vendorId: z.string(),
    plan: z.enum(PLANS),
    cycle: z.enum(CYCLES),
    status: z.enum(SUBSCRIPTION_STATUSES),
    monthlyAmountPaise: Paise.meta({ description: 'Price per month before GST, also for longer cycles' }),
    cycleAmountPaise: Paise.meta({ description: 'Price of each billing cycle, before GST' }),
    cycleTotalPaise: Paise.nullable().meta({
      description: 'What the next billing cycle costs including GST, at the current address; null after the end',
    }),
    billingCycleStart: Instant.meta({ description: 'Start of the current billing cycle' }),
    billingCycleEnd: Instant.meta({
      description: 'Paid until this time; a cycle paid in advance starts automatically',
    }),
    nextChargeAt: Instant.nullable(),
    conversationCap: z.int().meta({ description: 'Conversations per month, whatever the billing cycle' }),
    conversationsUsed: z.int(),
    conversationsReserved: z.int().meta({ description: 'Reserved by running campaigns' }),
    capResetDate: Instant,
    graceDay: z.int().nullable().meta({ description: 'Days since the payment failed, starting at 1' }),
    banner: z.enum(BANNERS),
    pastDueAt: Instant.nullable().meta({ description: 'When day 1 started' }),
    freezesAt: Instant.nullable().meta({ description: 'When sending stops unless the plan is paid' }),
    frozenAt: Instant.nullable(),
    cancelAtCycleEnd: z.boolean(),
    cancelledAt: Instant.nullable(),
    trialUntil: Instant.nullable(),
    gatewaySubId: z.string().nullable(),
    mandate: z.enum(['NONE', 'PENDING', 'ACTIVE']).meta({
      description:
        'Whether the gateway may charge the next cycle automatically; PENDING until authorised at mandateUrl',
    }),
    mandateUrl: z.string().nullable(),
    refundDeadline: Instant.nullable(),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: 'Subscription' })
