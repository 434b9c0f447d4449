import { z } from 'zod'
import { TEMPLATE_CATEGORIES } from '../../domain/template/template.ts'
import { cleanText } from '../../domain/text/clean-text.ts'
import type { TemplateRef } from '../templates/events.ts'

export const Change = z.object({ field: z.string(), value: z.unknown() })
/** Items are read one by one, so that a bad one spoils no other. */
export const Callback = z.object({ entry: z.array(z.unknown()) })
export const Entry = z.object({
  time: z.int().positive().max(100_000_000_000).optional(),
  changes: z.array(z.unknown()),
})

/** A number here, which has become a text, as it is in the API. */
const ProviderId = z.string().regex(/^\d{1,40}$/)
const Named = z.object({
  message_template_id: ProviderId,
  message_template_name: z.string(),
  message_template_language: z.string(),
})
const Category = z.enum(TEMPLATE_CATEGORIES)

export const refOf = (named: z.output<typeof Named>): TemplateRef => ({
  providerId: named.message_template_id,
  name: named.message_template_name,
  language: named.message_template_language,
})

const Words = z.string().nullish().catch(null)
export const StatusUpdate = Named.extend({
  event: z.string(),
  reason: Words,
  message_template_category: Category.optional().catch(undefined),
  rejection_info: z.object({ reason: Words, recommendation: Words }).nullish().catch(null),
  other_info: z.object({ description: Words }).nullish().catch(null),
})
export const CategoryUpdate = Named.extend({ new_category: Category })
export const QualityUpdate = Named.extend({ new_quality_score: z.string().regex(/^[A-Z_]{1,40}$/) })

/** Both halves of the news about messages: what became of ours, and what people wrote. */
export const Messages = z.object({
  statuses: z.array(z.unknown()).default([]),
  messages: z.array(z.unknown()).default([]),
  contacts: z.array(z.unknown()).catch([]),
})

const REASON_CHARS_MAX = 1_000

/** All that the provider says about why, on one line. */
export function reasonOf({ reason, rejection_info: info, other_info: other }: z.output<typeof StatusUpdate>) {
  const code = reason && reason !== 'NONE' ? reason : undefined
  const words = [info?.reason, info?.recommendation, other?.description].filter(Boolean).join(' ')
  const all = cleanText([code, words].filter(Boolean).join(': ')).slice(0, REASON_CHARS_MAX)
  return all === '' ? null : all
}
