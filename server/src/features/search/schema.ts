import { z } from 'zod'
import { SEARCH_CHARS_MAX, SEARCH_CHARS_MIN } from '../../domain/limits.ts'
import { CAMPAIGN_STATUSES } from '../../domain/messaging/campaign.ts'
import { TEMPLATE_STATUSES } from '../../domain/template/status.ts'

export const SearchBody = z
  .strictObject({
    q: z
      .string()
      .trim()
      .min(SEARCH_CHARS_MIN)
      .max(SEARCH_CHARS_MAX)
      .meta({ description: 'Words of a name, a phone number or its last digits, or part of a title', example: '3210' }),
  })
  .meta({ id: 'Search' })

const Named = z.object({ id: z.string(), name: z.string() })

export const SearchView = z
  .object({
    contacts: z.array(Named.extend({ e164: z.string(), countryCode: z.string() })),
    lists: z.array(Named),
    campaigns: z.array(Named.extend({ status: z.enum(CAMPAIGN_STATUSES) })),
    templates: z.array(Named.extend({ status: z.enum(TEMPLATE_STATUSES) })),
    imports: z.array(z.object({ jobId: z.string(), fileName: z.string(), createdAt: z.string() })),
    invoices: z
      .array(z.object({ id: z.string(), invoiceNumber: z.string() }))
      .meta({ description: 'For administrators; otherwise empty' }),
  })
  .meta({ id: 'SearchResult', description: 'The newest matches of each kind, at most five' })
export type SearchView = z.output<typeof SearchView>
