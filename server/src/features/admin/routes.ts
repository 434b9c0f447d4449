import { z } from 'zod'
import { PLATFORM } from '../../domain/ids.ts'
import type { Deps } from '../../platform/deps.ts'
import type { App } from '../../platform/http/app.ts'
import { OPERATOR } from '../../platform/http/guards/access.ts'
import { createPager, ListQuery, listOf } from '../../platform/http/pagination.ts'
import { listVendors } from '../vendors/list.ts'
import { isMessagingOn } from '../vendors/messaging.ts'
import { singleLine } from '../vendors/schema.ts'
import { auditRoutes } from './audit-routes.ts'
import { deadLetterRoutes } from './dead-letter-routes.ts'
import { exchangeRateRoutes } from './exchange-rates/exchange-rate-routes.ts'
import { documentRoutes } from './finance/document-routes.ts'
import { financeRoutes } from './finance/finance-routes.ts'
import { reportRoutes } from './report-routes.ts'
import { VendorRow } from './schema.ts'
import { suspensionRoutes } from './suspension-routes.ts'
import { operatorWalletRoutes } from './wallet/wallet-routes.ts'

const VendorsQuery = ListQuery.extend({
  search: singleLine(200).optional().meta({ description: 'Part of the company name' }),
  status: z.enum(['ACTIVE', 'SUSPENDED', 'CLOSING', 'CLOSED']).optional(),
})

/** Routes for platform operators. The guard refuses the whole prefix to everybody else. */
export function adminRoutes(app: App, deps: Deps) {
  auditRoutes(app, deps)
  deadLetterRoutes(app, deps)
  reportRoutes(app, deps)
  suspensionRoutes(app, deps)
  operatorWalletRoutes(app, deps)
  exchangeRateRoutes(app, deps)
  financeRoutes(app, deps)
  documentRoutes(app, deps)
  const pager = createPager(deps.signer, 'admin/vendors', PLATFORM)
  app.get(
    '/admin/vendors',
    {
      config: { access: OPERATOR },
      schema: {
        tags: ['admin'],
        summary: 'List all vendors, newest first',
        querystring: VendorsQuery,
        response: { 200: listOf(VendorRow) },
      },
    },
    async (request) => {
      const page = pager.pageOf(request.query)
      const { search, status } = request.query
      const { rows, total } = await listVendors(deps, { search, status }, page)
      const now = deps.clock.now()
      const shown = rows.map(({ messagingUntil, ...row }) => ({
        ...row,
        messagingEnabled: isMessagingOn({ ...row, messagingUntil }, now),
        createdAt: row.createdAt.toISOString(),
      }))
      return pager.answer(page, shown, total, (row) => row.id)
    },
  )
}
