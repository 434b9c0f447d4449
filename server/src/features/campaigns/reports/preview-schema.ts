import { z } from 'zod'
import { CountryCounts, ItemsView, SkippedView } from '../../quotations/schema.ts'

const Notes = z.array(z.object({ code: z.string(), detail: z.string() }))
const Problem = z.object({
  code: z.string(),
  detail: z.string(),
  countries: CountryCounts.optional().meta({
    description: 'Of `PRICING_NOT_FOUND`: every country without a price, for `excludeCountries`',
  }),
})

const SampleView = z.object({
  contactId: z.string(),
  name: z.string(),
  header: z.object({ format: z.string(), text: z.string().optional(), mediaId: z.string().optional() }).nullable(),
  body: z.string(),
  footer: z.string().nullable(),
  buttons: z.array(z.object({ type: z.string(), text: z.string(), target: z.string().optional() })),
})

export const PreviewView = z
  .object({
    recipients: z.int(),
    skipped: SkippedView,
    excludeCountries: z.array(z.string()),
    lacking: z
      .array(z.object({ variable: z.string(), from: z.string(), count: z.int() }))
      .meta({ description: 'Contacts left out per variable; a contact may lack several' }),
    items: ItemsView,
    platformFeeMinorUnit: z.int().nullable(),
    totalMinorUnit: z.int().nullable().meta({ description: 'Null if there is no price; `problems` says why' }),
    currency: z.string(),
    sufficient: z.boolean(),
    balanceMinorUnit: z.int(),
    shortfallMinorUnit: z.int().nullable(),
    conversationCap: z.int(),
    conversationsUsed: z.int(),
    conversationsReserved: z.int().meta({ description: 'On hold for running campaigns' }),
    endsAt: z.string().nullable().meta({
      description:
        "When the last message would be sent, at today's rate and after the messages already queued; null: never",
    }),
    samples: z.array(SampleView).meta({
      description: 'Three messages as their recipients would see them; empty for an API key without contacts:read',
    }),
    problems: z.array(Problem).meta({
      description: 'Error codes a launch would be refused with now; empty if it would be accepted',
      example: [{ code: 'INSUFFICIENT_BALANCE', detail: 'The wallet balance is too low.' }],
    }),
    warnings: Notes.meta({ description: 'Warnings that do not block the launch' }),
  })
  .meta({ id: 'CampaignPreview' })
export type PreviewView = z.output<typeof PreviewView>
