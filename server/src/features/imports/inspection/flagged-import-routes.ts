import { PLATFORM } from '../../../domain/ids.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { App } from '../../../platform/http/app.ts'
import { OPERATOR } from '../../../platform/http/guards/access.ts'
import { createPager, listOf } from '../../../platform/http/pagination.ts'
import { countFlaggedImports, listFlaggedImports } from './flagged-imports.cross-vendor.sql.ts'
import { FlaggedImportView, FlaggedQuery } from './schema.ts'

export function flaggedImportRoutes(app: App, deps: Pick<Deps, 'db' | 'signer'>) {
  const pager = createPager(deps.signer, 'admin/imports/flagged', PLATFORM)
  app.get(
    '/admin/imports/flagged',
    {
      config: { access: OPERATOR },
      schema: {
        tags: ['admin'],
        summary: 'List imports whose numbers look generated, newest first',
        description:
          'At least 200 numbers, and a tenth of the import, that each have more than a hundred others within a thousand consecutive numbers. Nothing was stopped; the support address was emailed.',
        querystring: FlaggedQuery,
        response: { 200: listOf(FlaggedImportView) },
      },
    },
    async ({ query }) => {
      const page = pager.pageOf(query)
      const [rows, total] = await Promise.all([
        listFlaggedImports(deps.db, query.vendorId, page),
        countFlaggedImports(deps.db, query.vendorId),
      ])
      const shown = rows.map((row) => ({ ...row, flaggedAt: row.flaggedAt.toISOString() }))
      return pager.answer(page, shown, total, ({ id }) => id)
    },
  )
}
