import { z } from 'zod'
import { line } from '../vendors/schema.ts'

export const ApiKeyBody = z.strictObject({
  name: line(100).meta({ example: 'nightly import' }),
})
export const ApiKeyView = z.object({
  id: z.string(),
  name: z.string(),
  hint: z.string().meta({ description: 'Enough of the key to recognise it' }),
  status: z.enum(['ACTIVE', 'CREATOR_REMOVED']).meta({
    description: 'A key stops working when the person who made it is removed from the team',
  }),
  createdBy: z
    .object({ id: z.string(), email: z.string().nullable().meta({ description: 'Null once removed from the team' }) })
    .nullable(),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
})
export type ApiKeyView = z.output<typeof ApiKeyView>
export const NewApiKeyView = ApiKeyView.extend({ key: z.string().meta({ description: 'Shown this once' }) })
export type NewApiKeyView = z.output<typeof NewApiKeyView>
