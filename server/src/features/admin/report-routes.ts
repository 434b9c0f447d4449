import { z } from 'zod'
import { PLATFORM } from '../../domain/ids.ts'
import type { Deps } from '../../platform/deps.ts'
import { OPERATOR } from '../../platform/http/access.ts'
import type { App } from '../../platform/http/app.ts'
import { createPager, IdParams, listOf } from '../../platform/http/pagination.ts'
import { listBilling } from './billing.ts'
import { readDashboard } from './dashboard.ts'
import { BillingQuery, BillingView, DashboardView, WholeVendorView } from './schema.ts'
import { readVendor } from './vendor.ts'

const Day = z.iso.date().optional()

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
