import { z } from 'zod'
import { ListQuery } from '../../../platform/http/pagination.ts'
import { isId } from '../../../platform/ids.ts'

export const FlaggedQuery = ListQuery.extend({
  vendorId: z.string().refine(isId, { error: 'must be an id' }).optional(),
})

export const FlaggedImportView = z
  .object({
    id: z.string(),
    vendorId: z.string(),
    companyName: z.string(),
    importJobId: z.string(),
    contacts: z.int().meta({ description: 'Distinct numbers that were looked at' }),
    sequentialContacts: z.int().meta({ description: 'How many of them are nearly consecutive' }),
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
