import { z } from 'zod'
import { PLATFORM } from '../../domain/ids.ts'
import { PLANS, SUBSCRIPTION_STATUSES } from '../../domain/subscription.ts'
import type { Deps } from '../../platform/deps.ts'
import { OPERATOR } from '../../platform/http/access.ts'
import type { App } from '../../platform/http/app.ts'
import { createPager, IdParams, ListQuery, listOf } from '../../platform/http/pagination.ts'
import { SubscriptionView } from '../subscriptions/schema.ts'
import { line } from '../vendors/schema.ts'
import { BalanceView } from '../wallet/schema.ts'
import { listBilling } from './billing.ts'
import { readDashboard } from './dashboard.ts'
import { readVendor } from './vendor.ts'

const Status = z.enum([...SUBSCRIPTION_STATUSES, 'NONE'])
const BillingQuery = ListQuery.extend({
  search: line(200).optional().meta({ description: 'A part of the company name' }),
  plan: z.enum(PLANS).optional(),
  status: Status.optional().meta({ description: 'As it is now; NONE: never subscribed' }),
})
const BillingView = z
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

const Day = z.iso.date().optional()
const Money = {
  rechargeInrPaise: z.int(),
  subscriptionInrPaise: z.int(),
  setupInrPaise: z.int(),
  refundInrPaise: z.int(),
}
const DashboardView = z
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
    deadLetters: z.int(),
    flaggedWebhooks: z.int().meta({ description: 'Events, some about money, that nobody could place' }),
    daily: z.array(z.object({ day: z.string(), ...Money, newVendors: z.int() })),
  })
  .meta({ id: 'Dashboard' })

const WholeVendorView = z
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
    counts: z.object({
      users: z.int(),
      contacts: z.int(),
      invoices: z.int(),
      transactions: z.int(),
      openRefunds: z.int(),
    }),
  })
  .meta({ id: 'WholeVendor' })

/** What operators look at. */
export function reportRoutes(app: App, deps: Deps) {
  const config = { access: OPERATOR } as const
  const tags = ['admin']

  app.get(
    '/admin/billing',
    {
      config,
      schema: {
        tags,
        summary: 'How every vendor stands, newest first',
        querystring: BillingQuery,
        response: { 200: listOf(BillingView) },
      },
    },
    async ({ query: { search, plan, status, ...page } }) => {
      const pager = createPager(deps.signer, 'admin/billing', PLATFORM)
      const slice = pager.slice(page)
      const { vendors, total } = await listBilling(deps, { search, plan, status }, slice)
      return pager.answer(slice, vendors, total, ({ vendorId }) => vendorId)
    },
  )
  app.get(
    '/admin/dashboard',
    {
      config,
      schema: {
        tags,
        summary: 'The platform in figures',
        description: 'Days are those of UTC, both included; the last thirty if not given.',
        querystring: z.strictObject({ from: Day, to: Day }),
        response: { 200: DashboardView },
      },
    },
    async ({ query }) => readDashboard(deps, query),
  )
  app.get(
    '/admin/vendors/:id',
    {
      config,
      schema: { tags, summary: 'One vendor', params: IdParams, response: { 200: WholeVendorView } },
    },
    async ({ params }) => readVendor(deps, params.id),
  )
}
