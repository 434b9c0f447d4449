import { z } from 'zod'
import { CountryCounts, ItemsView, SkippedView } from '../../quotations/schema.ts'

const Said = z.array(z.object({ code: z.string(), detail: z.string() }))
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
      .meta({ description: 'Which variables keep how many out; somebody may lack several' }),
    items: ItemsView,
    platformFeeMinorUnit: z.int().nullable(),
    totalMinorUnit: z.int().nullable().meta({ description: 'Null when there is no price; `problems` says why' }),
    currency: z.string(),
    sufficient: z.boolean(),
    balanceMinorUnit: z.int(),
    shortfallMinorUnit: z.int().nullable(),
    conversationCap: z.int(),
    conversationsUsed: z.int(),
    conversationsReserved: z.int().meta({ description: 'Set aside for campaigns that run' }),
    endsAt: z.string().nullable().meta({
      description: "When the last message would leave, at today's rate and with what waits before it; null: never",
    }),
    samples: z.array(SampleView).meta({ description: 'Three messages as their readers would see them' }),
    problems: z.array(Problem).meta({
      description: 'What a launch would be refused for now, in the codes of its errors; none: it would be taken',
      example: [{ code: 'INSUFFICIENT_BALANCE', detail: 'The wallet does not hold enough for this.' }],
    }),
    warnings: Said.meta({ description: 'What refuses nothing and is worth knowing' }),
  })
  .meta({ id: 'CampaignPreview' })
export type PreviewView = z.output<typeof PreviewView>
