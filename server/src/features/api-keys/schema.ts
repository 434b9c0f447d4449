import { z } from 'zod'
import { line } from '../vendors/schema.ts'

export const ApiKeyBody = z.strictObject({
  name: line(100).meta({ example: 'nightly import' }),
})
export const ApiKeyView = z.object({
  id: z.string(),
  name: z.string(),
  hint: z.string().meta({ description: 'Enough of the key to recognise it' }),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
})
export const NewApiKeyView = ApiKeyView.extend({ key: z.string().meta({ description: 'Shown this once' }) })
