import type { Deps } from '../../../platform/deps.ts'
import type { App } from '../../../platform/http/app.ts'
import { VENDOR_ADMIN } from '../../../platform/http/guards/access.ts'
import { readFinalStatement } from './final-statement.ts'
import { FinalStatementView } from './final-statement-schema.ts'

export function finalStatementRoutes(app: App, deps: Deps) {
  app.get(
    '/billing/final-statement',
    {
      config: { access: VENDOR_ADMIN, isOpenToClosedVendors: true },
      schema: {
        tags: ['billing'],
        summary: 'Get the final statement of a closed account',
        description: 'Amounts paid in, spent and paid out. 404 unless the account is closed.',
        response: { 200: FinalStatementView },
      },
    },
    async ({ vendor }) => readFinalStatement(deps, vendor.vendorId),
  )
}
