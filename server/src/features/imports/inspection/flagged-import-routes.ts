import { z } from 'zod'
import { PLATFORM } from '../../../domain/ids.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { App } from '../../../platform/http/app.ts'
import { OPERATOR } from '../../../platform/http/guards/access.ts'
import { createPager, ListQuery, listOf } from '../../../platform/http/pagination.ts'
import { isId } from '../../../platform/ids.ts'
import { countFlaggedImports, listFlaggedImports } from './flagged-imports.cross-vendor.sql.ts'

const FlaggedQuery = ListQuery.extend({ vendorId: z.string().refine(isId, { error: 'must be an id' }).optional() })

const FlaggedImportView = z
  .object({
    id: z.string(),
    vendorId: z.string(),
    companyName: z.string(),
    importJobId: z.string(),
    contacts: z.int().meta({ description: 'Distinct numbers that were looked at' }),
    sequentialContacts: z.int().meta({ description: 'How many of them follow each other closely' }),
    flaggedAt: z.string(),
  })
  .meta({
    id: 'FlaggedImport',
    example: {
      id: '0199b2f0-5f3c-7c40-8a4e-0a6a3f1f7a10',
      vendorId: '0199b2f0-1111-7c40-8a4e-0a6a3f1f7a10',
      companyName: 'Asha Traders',
      importJobId: '0199b2f0-2222-7c40-8a4e-0a6a3f1f7a10',
      contacts: 500,
      sequentialContacts: 480,
      flaggedAt: '2026-11-18T09:30:00.000Z',
    },
  })

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
          'At least 200 numbers, and a tenth of the import, that each have more than a hundred others within a thousand consecutive numbers. Nothing was stopped; the support address got a mail.',
        querystring: FlaggedQuery,
        response: { 200: listOf(FlaggedImportView) },
      },
    },
    async ({ query }) => {
      const slice = pager.slice(query)
      const [rows, total] = await Promise.all([
        listFlaggedImports(deps.db, query.vendorId, slice),
        countFlaggedImports(deps.db, query.vendorId),
      ])
      const shown = rows.map((row) => ({ ...row, flaggedAt: row.flaggedAt.toISOString() }))
      return pager.answer(slice, shown, total, ({ id }) => id)
    },
  )
}
