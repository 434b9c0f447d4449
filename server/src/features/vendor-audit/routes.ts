import { Readable } from 'node:stream'
import { z } from 'zod'
import type { Deps } from '../../platform/deps.ts'
import type { App } from '../../platform/http/app.ts'
import { VENDOR_ADMIN } from '../../platform/http/guards/access.ts'
import { createPager, listOf } from '../../platform/http/pagination.ts'
import { exportEntries } from './export.ts'
import { filterOf, listEntries } from './list.ts'
import { VendorAuditEntry, VendorAuditQuery } from './schema.ts'

export function vendorAuditRoutes(app: App, deps: Deps) {
  app.get(
    '/vendor/audit',
    {
      config: { access: VENDOR_ADMIN },
      schema: {
        tags: ['vendor'],
        summary: 'List what members, API keys and Harkara did, newest first',
        description:
          'Sign-ins, team, API keys, exports, deletions, imports, campaigns, settings and billing. Entries are written with the ' +
          'action they record and never change. With `format=csv` all of them are one file; cells that a spreadsheet ' +
          "would run as a formula are prefixed with `'`.",
        querystring: VendorAuditQuery,
        response: {
          200: {
            content: {
              'application/json': { schema: listOf(VendorAuditEntry) },
              'text/csv': { schema: z.string() },
            },
          },
        },
      },
    },
    async ({ vendor, query }, reply) => {
      const filter = await filterOf(deps, vendor, query)
      if (query.format === 'csv') {
        const lines = await exportEntries(deps, vendor, filter)
        const day = deps.clock.now().toISOString().slice(0, 10)
        return reply
          .type('text/csv; charset=utf-8')
          .header('content-disposition', `attachment; filename="audit-log-${day}.csv"`)
          .send(Readable.from(lines) as never)
      }
      const pager = createPager(deps.signer, 'vendor-audit', vendor.vendorId)
      const page = pager.pageOf(query)
      const { entries, total } = await listEntries(deps, vendor, filter, page)
      return pager.answer(page, entries, total, ({ id }) => id) as never
    },
  )
}
