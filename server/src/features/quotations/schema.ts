import { z } from 'zod'
import { isCountry, WORLD } from '../../domain/contacts/country.ts'
import { ATTRIBUTE_NAME_CHARS_MAX } from '../../domain/imports/mapping/column-use.ts'
import { TEMPLATE_VARIABLES_MAX, VARIABLE_VALUE_CHARS_MAX } from '../../domain/limits.ts'
import type { VariableMapping, VariableSource } from '../../domain/messaging/campaign-variables.ts'
import { CATEGORIES } from '../../domain/money/pricing.ts'
import { cleanText } from '../../domain/text/clean-text.ts'
import { SKIP_REASONS } from '../contacts/audience/audience.ts'
import { singleLine } from '../vendors/schema.ts'

const VARIABLE_NAME_CHARS_MAX = 100

const Source = z
  .string()
  .max(ATTRIBUTE_NAME_CHARS_MAX + 'attributes.'.length)
  .overwrite(cleanText)
  .refine((text) => /^(?:name|mobile|attributes\.(?!name$).+)$/u.test(text), {
    error: 'must be `name`, `mobile` or `attributes.` followed by the name of an attribute',
  })
  .meta({ example: 'attributes.city' })
const Text = singleLine(VARIABLE_VALUE_CHARS_MAX)

/** What fills each variable of a template. */
export const Variables = z
  .record(
    z.string().min(1).max(VARIABLE_NAME_CHARS_MAX),
    z.union([Source, z.strictObject({ from: Source, fallback: Text.optional() }), z.strictObject({ value: Text })]),
  )
  .refine((variables) => Object.keys(variables).length <= TEMPLATE_VARIABLES_MAX, {
    error: `must be at most ${TEMPLATE_VARIABLES_MAX}`,
  })
  .meta({
    id: 'TemplateVariables',
    description:
      'The source of each template variable, by the names listed in `variables` of `GET /templates/{id}`. A source ' +
      'is `name`, `mobile` or `attributes.<name>` of the contact; `{from, fallback}` adds a value for contacts without ' +
      'it, who are excluded otherwise; `{value}` is the same for everyone.',
    example: { '1': 'name', '2': { from: 'attributes.city', fallback: 'your city' }, '3': { value: 'SAVE20' } },
  })

/** Normalizes the three forms of a variable. */
export const readVariables = (variables: z.output<typeof Variables> | undefined): VariableMapping | undefined =>
  variables &&
  Object.fromEntries(
    Object.entries(variables).map(([name, rule]) => {
      if (typeof rule === 'string') return [name, { from: rule as VariableSource }]
      if ('value' in rule) return [name, { value: rule.value }]
      const from = rule.from as VariableSource
      return [name, rule.fallback === undefined ? { from } : { from, fallback: rule.fallback }]
    }),
  )

const COUNTRIES_MAX = 300

/** Deduplicated and sorted, so that the same countries make the same request. */
export const ExcludeCountries = z
  .array(z.string().refine((code) => isCountry(code) || code === WORLD, 'must be a country code such as ES'))
  .max(COUNTRIES_MAX)
  .transform((codes) => [...new Set(codes)].sort())
  .meta({
    description:
      'Contacts in these countries are not messaged, not charged and not included in the hold, even if a country gets ' +
      'a price in the meantime. Two letters each, or `001` for numbers that belong to no country, such as +800.',
    example: ['ES'],
  })

/** The example for quotations, previews and launches. */
export const EXAMPLE = {
  templateId: '01900000-0000-7000-8000-000000000001',
  contactListId: '01900000-0000-7000-8000-000000000002',
  variables: { '1': 'name', '2': { from: 'attributes.city', fallback: 'your city' } },
}

export const Id = z.string().meta({ example: '01900000-0000-7000-8000-000000000000' })

export const QuotationBody = z
  .strictObject({
    templateId: Id,
    contactListId: Id,
    variables: Variables.optional().meta({
      description:
        'Without variables, nobody is excluded for a missing value; with them, exactly the contacts a launch would exclude',
    }),
    excludeCountries: ExcludeCountries.optional(),
  })
  .meta({ id: 'NewQuotation', example: EXAMPLE })
export type QuotationBody = z.output<typeof QuotationBody>

export const CountryCounts = z.array(z.object({ countryCode: z.string(), recipients: z.int() }))

export const SkippedView = z
  .array(
    z.object({
      reason: z.enum(SKIP_REASONS),
      count: z.int(),
      countries: CountryCounts.optional().meta({ description: 'For `COUNTRY_EXCLUDED`: contacts per country' }),
    }),
  )
  .meta({ description: 'Contacts on the list that are excluded', example: [{ reason: 'OPTED_OUT', count: 3 }] })

export const ItemsView = z
  .array(
    z.object({
      countryCode: z.string(),
      category: z.enum(CATEGORIES),
      recipients: z.int(),
      unitMinorUnit: z.int(),
      subtotalMinorUnit: z.int(),
    }),
  )
  .meta({
    description: 'One item per country',
    example: [
      { countryCode: 'IN', category: 'MARKETING', recipients: 100, unitMinorUnit: 123, subtotalMinorUnit: 12_300 },
    ],
  })

/** How many members of the list are skipped, and why. */
export const SKIPPED_FIELDS = {
  skipped: z.int().meta({ example: 3 }),
  skippedReasons: SkippedView,
  excludeCountries: z.array(z.string()),
}

export const QuotationView = z
  .object({
    id: z.string(),
    templateId: z.string(),
    contactListId: z.string(),
    recipients: z.int(),
    ...SKIPPED_FIELDS,
    items: ItemsView,
    platformFeeMinorUnit: z.int(),
    totalMinorUnit: z.int().meta({ description: 'The exact amount a launch places on hold' }),
    currency: z.string(),
    sufficient: z.boolean().meta({ description: 'Whether the current balance covers it' }),
    balanceMinorUnit: z.int(),
    shortfallMinorUnit: z.int().meta({ description: 'The missing amount, in minor units' }),
    pdfStatus: z.enum(['PENDING', 'GENERATING', 'READY']),
    pdfUrl: z.string().nullable(),
    expiresAt: z.string(),
    createdAt: z.string(),
  })
  .meta({ id: 'Quotation' })
