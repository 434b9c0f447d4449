import { z } from 'zod'
import { singleLine } from '../vendors/schema.ts'

export const ApiKeyBody = z.strictObject({
  name: singleLine(100).meta({ example: 'nightly import' }),
})
export const ApiKeyView = z.object({
  id: z.string(),
  name: z.string(),
  hint: z.string().meta({ description: 'The first and last characters of the key' }),
  status: z.enum(['ACTIVE', 'CREATOR_REMOVED']).meta({
    description: 'A key stops working when the member who created it is removed from the team',
  }),
  createdBy: z
    .object({
      id: z.string(),
      email: z.string().nullable().meta({ description: 'Null once the member is removed from the team' }),
    })
    .nullable(),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
})
export type ApiKeyView = z.output<typeof ApiKeyView>
export const NewApiKeyView = ApiKeyView.extend({ key: z.string().meta({ description: 'Shown only once' }) })
export type NewApiKeyView = z.output<typeof NewApiKeyView>
