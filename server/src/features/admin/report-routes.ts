import { z } from 'zod'
import { PLATFORM } from '../../domain/ids.ts'
import type { Deps } from '../../platform/deps.ts'
import type { App } from '../../platform/http/app.ts'
import { DayOrInstant, dayOf } from '../../platform/http/day-or-instant.ts'
import { OPERATOR } from '../../platform/http/guards/access.ts'
import { createPager, IdParams, listOf } from '../../platform/http/pagination.ts'
import { VerdictView } from '../wallet/schema.ts'
import { listBilling } from './billing.ts'
import { readDashboard } from './dashboard.ts'
import { BillingQuery, BillingView, DashboardView, VendorDetailView } from './schema.ts'
import { readVendor, verifyVendorLedger } from './vendor.ts'

const config = { access: OPERATOR } as const
const tags = ['admin']
const Day = DayOrInstant.optional()

/** Reports for operators. */
export function reportRoutes(app: App, deps: Deps) {
  app.get(
    '/admin/billing',
    {
      config,
      schema: {
        tags,
        summary: 'List the status of every vendor, newest first',
        querystring: BillingQuery,
        response: { 200: listOf(BillingView) },
      },
    },
    async ({ query: { search, plan, status, ...paging } }) => {
      const pager = createPager(deps.signer, 'admin/billing', PLATFORM)
      const page = pager.pageOf(paging)
      const { vendors, total } = await listBilling(deps, { search, plan, status }, page)
      return pager.answer(page, vendors, total, ({ vendorId }) => vendorId)
    },
  )
  app.get(
    '/admin/dashboard',
    {
      config,
      schema: {
        tags,
        summary: 'Get platform metrics',
        description: 'Days are UTC days, both inclusive; a time stands for its day. Defaults to the last 30 days.',
        querystring: z.strictObject({ from: Day, to: Day }),
        response: { 200: DashboardView },
      },
    },
    async ({ query }) => readDashboard(deps, { from: dayOf(query.from, 'UTC'), to: dayOf(query.to, 'UTC') }),
  )
  vendorRoutes(app, deps)
}

function vendorRoutes(app: App, deps: Deps) {
  app.get(
    '/admin/vendors/:id',
    {
      config,
      schema: { tags, summary: 'Get a vendor', params: IdParams, response: { 200: VendorDetailView } },
    },
    async ({ params }) => readVendor(deps, params.id),
  )
  app.get(
    '/admin/vendors/:id/ledger/verify',
    {
      config,
      schema: {
        tags,
        summary: "Verify a vendor's ledger",
        description: 'Recomputes the hash chain and the balances from the first ledger entry to the newest.',
        params: IdParams,
        response: { 200: VerdictView },
      },
    },
    async ({ params }) => verifyVendorLedger(deps, params.id),
  )
}
