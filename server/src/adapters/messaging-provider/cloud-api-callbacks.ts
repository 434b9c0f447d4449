import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { statusAfter } from '../../domain/template/status.ts'
import { TEMPLATE_CATEGORIES } from '../../domain/template/template.ts'
import { cleanText } from '../../domain/text/clean-text.ts'
import type { ProviderCallbacks } from '../../ports/messaging-provider.ts'
import type { ContactPreference, ProviderEvent, StatusUpdate, TemplateRef } from '../../ports/provider-events.ts'
import { readAccountReport } from './cloud-api-account.ts'
import { namesOf, readInboundMessage } from './cloud-api-inbound.ts'
import { EpochSeconds, MobileNumber, optionalText, timeOf, Wamid } from './cloud-api-values.ts'

export interface CallbackSettings {
  appSecret: string
  verifyToken: string
}

/** Items are validated one by one, so that an invalid one does not affect the others. */
const Callback = z.object({ entry: z.array(z.unknown()) })
const Entry = z.object({ time: z.int().positive().max(100_000_000_000).optional(), changes: z.array(z.unknown()) })
const Change = z.object({ field: z.string(), value: z.unknown() })

export function cloudApiCallbacks({ appSecret, verifyToken }: CallbackSettings): ProviderCallbacks {
  return {
    /**
     * `X-Hub-Signature-256: sha256=<hex>` over the bytes as received: the provider escapes letters and slashes in a way
     * that serializing the parsed JSON again would not reproduce.
     */
    verifyCallback(body, headers) {
      const header = headers['x-hub-signature-256']
      const hex = typeof header === 'string' ? /^sha256=([0-9a-f]{64})$/.exec(header)?.[1] : undefined
      if (hex === undefined) return false
      return timingSafeEqual(createHmac('sha256', appSecret).update(body).digest(), Buffer.from(hex, 'hex'))
    },

    readCallback(body, receivedAt) {
      const callback = Callback.safeParse(parseJson(body))
      if (!callback.success) return undefined
      const results = callback.data.entry.flatMap((entry) => readEntry(entry, receivedAt))
      return {
        events: results.flatMap(({ events }) => events),
        hasUnreadable: results.some(({ hasUnreadable }) => hasUnreadable),
      }
    },

    isBulkCallback(body) {
      if (!body.includes('"statuses"')) return false
      const text = body.toString('latin1')
      return !INBOUND.test(text) && [...text.matchAll(FIELD)].every(([, field]) => field === 'messages')
    },

    answerHandshake(query) {
      const { 'hub.mode': mode, 'hub.verify_token': token, 'hub.challenge': challenge } = query
      const isKnown = typeof token === 'string' && timingSafeEqual(digest(token), digest(verifyToken))
      return mode === 'subscribe' && isKnown && typeof challenge === 'string' ? challenge : undefined
    },
  }
}

/** The kinds of changes in a callback. The pattern cannot match inside a string, where its quotes would be escaped. */
const FIELD = /"field"\s*:\s*"(\w+)"/g
const INBOUND = /"messages"\s*:\s*\[/

/** Digests have equal lengths, so that the comparison takes the same time for every token. */
const digest = (text: string) => createHash('sha256').update(text).digest()

/**
 * Template ids are numbers that may exceed 2^53, where JavaScript would round them to another id: they become strings.
 * The pattern cannot match inside a string, where its quotes would be escaped.
 */
const LONG_ID = /("message_template_id"\s*:\s*)(\d+)/g

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8').replace(LONG_ID, '$1"$2"'))
  } catch {
    return undefined
  }
}

interface ReadResult {
  events: ProviderEvent[]
  hasUnreadable: boolean
}

const UNREADABLE: ReadResult = { events: [], hasUnreadable: true }
const IGNORED: ReadResult = { events: [], hasUnreadable: false }

function readEntry(entry: unknown, receivedAt: Date): ReadResult[] {
  const { data } = Entry.safeParse(entry)
  if (!data) return [UNREADABLE]
  const at = timeOf(data.time, receivedAt)
  return data.changes.map((change) => readChange(change, at))
}

function readChange(change: unknown, at: Date): ReadResult {
  const { data } = Change.safeParse(change)
  if (!data) return UNREADABLE
  const read = Object.hasOwn(READERS, data.field) ? READERS[data.field] : undefined
  return read ? read(data.value, at) : IGNORED
}

const Named = z.object({
  /** A number in callbacks, see LONG_ID, and a string in the API. */
  message_template_id: z.string().regex(/^\d{1,40}$/),
  message_template_name: z.string(),
  message_template_language: z.string(),
})
const Category = z.enum(TEMPLATE_CATEGORIES)
const NullableText = z.string().nullish().catch(null)
const TemplateStatusUpdate = Named.extend({
  event: z.string(),
  reason: NullableText,
  message_template_category: Category.optional().catch(undefined),
  rejection_info: z.object({ reason: NullableText, recommendation: NullableText }).nullish().catch(null),
  other_info: z.object({ description: NullableText }).nullish().catch(null),
})
const TemplateCategoryUpdate = Named.extend({ new_category: Category })
const QualityScore = z.string().regex(/^[A-Z_]{1,40}$/)
const TemplateQualityUpdate = Named.extend({
  new_quality_score: QualityScore,
  previous_quality_score: QualityScore.optional().catch(undefined),
})
const Messages = z.object({
  statuses: z.array(z.unknown()).default([]),
  messages: z.array(z.unknown()).default([]),
  contacts: z.array(z.unknown()).catch([]),
})
const Preferences = z.object({ user_preferences: z.array(z.unknown()) })

/** By the field of a change. `at` is the time of the entry. */
const READERS: Readonly<Record<string, (value: unknown, at: Date) => ReadResult>> = {
  message_template_status_update: reader(TemplateStatusUpdate, (update, at) => ({
    kind: 'template-status',
    template: refOf(update),
    at,
    status: statusAfter(update.event),
    reason: reasonOf(update),
    category: update.message_template_category,
  })),
  // `new_category` is the category in force, in both shapes. One that is only announced comes as `correct_category`.
  template_category_update: reader(TemplateCategoryUpdate, (update, at) => ({
    kind: 'template-category',
    template: refOf(update),
    at,
    category: update.new_category,
  })),
  message_template_quality_update: reader(TemplateQualityUpdate, (update, at) => ({
    kind: 'template-quality',
    template: refOf(update),
    at,
    quality: update.new_quality_score,
    report: {
      field: 'message_template_quality_update',
      event: update.new_quality_score,
      details: {
        template: update.message_template_name,
        language: update.message_template_language,
        ...(update.previous_quality_score && { previous_quality_score: update.previous_quality_score }),
      },
    },
  })),
  account_update: accountReader('account_update'),
  phone_number_quality_update: accountReader('phone_number_quality_update'),
  business_capability_update: accountReader('business_capability_update'),
  messages: (value, at) => {
    const { data } = Messages.safeParse(value)
    if (!data) return UNREADABLE
    const statuses = data.statuses.map((status) => Status.safeParse(status))
    const updates = statuses.flatMap((status) => (status.data ? toStatusUpdates(status.data, at) : []))
    const names = namesOf(data.contacts)
    const inbound = data.messages.map((message) => readInboundMessage(message, names, at))
    const messages = inbound.flatMap((message) => message ?? [])
    return {
      events: [
        ...(updates.length > 0 ? [{ kind: 'status-updates' as const, updates }] : []),
        ...(messages.length > 0 ? [{ kind: 'inbound-messages' as const, messages }] : []),
      ],
      hasUnreadable: statuses.some(({ success }) => !success) || messages.length < inbound.length,
    }
  },
  user_preferences: (value, at) => {
    const { data } = Preferences.safeParse(value)
    if (!data) return UNREADABLE
    const read = data.user_preferences.map((preference) => Preference.safeParse(preference))
    const preferences = read.flatMap((preference) => (preference.data ? toPreferences(preference.data, at) : []))
    return {
      events: preferences.length > 0 ? [{ kind: 'preferences', preferences }] : [],
      hasUnreadable: read.some(({ success }) => !success),
    }
  },
}

function reader<S extends z.ZodType>(schema: S, toEvent: (value: z.output<S>, at: Date) => ProviderEvent) {
  return (value: unknown, at: Date): ReadResult => {
    const read = schema.safeParse(value)
    return read.success ? { events: [toEvent(read.data, at)], hasUnreadable: false } : UNREADABLE
  }
}

function accountReader(field: string) {
  return (value: unknown, at: Date): ReadResult => {
    const report = readAccountReport(field, value)
    return report ? { events: [{ kind: 'account', at, report }], hasUnreadable: false } : UNREADABLE
  }
}

const refOf = (named: z.output<typeof Named>): TemplateRef => ({
  providerId: named.message_template_id,
  name: named.message_template_name,
  language: named.message_template_language,
})

const REASON_CHARS_MAX = 1_000

/** Everything that the provider says about the reason, on one line. */
function reasonOf({ reason, rejection_info: info, other_info: other }: z.output<typeof TemplateStatusUpdate>) {
  const code = reason && reason !== 'NONE' ? reason : undefined
  const details = [info?.reason, info?.recommendation, other?.description].filter(Boolean).join(' ')
  const text = cleanText([code, details].filter(Boolean).join(': ')).slice(0, REASON_CHARS_MAX)
  return text === '' ? null : text
}

const STATUSES = ['sent', 'delivered', 'read', 'failed'] as const

/** Fields that the settlement does not need may be missing or invalid. */
const Status = z.object({
  id: Wamid,
  status: z.string(),
  timestamp: EpochSeconds,
  biz_opaque_callback_data: z.uuid().optional().catch(undefined),
  errors: z
    .array(z.object({ code: z.int().min(0) }))
    .optional()
    .catch(undefined),
  pricing: z.object({ category: z.string() }).optional().catch(undefined),
})

/** Other statuses, such as `played`, say nothing about sending or money. */
function toStatusUpdates(status: z.output<typeof Status>, at: Date): StatusUpdate[] {
  const known = STATUSES.find((name) => name === status.status)
  if (!known) return []
  return [
    {
      wamid: status.id,
      reference: status.biz_opaque_callback_data,
      status: known,
      at: timeOf(status.timestamp, at),
      errorCode: known === 'failed' ? status.errors?.[0]?.code : undefined,
      category: status.pricing?.category,
    },
  ]
}

const MARKETING = 'marketing_messages'

const Preference = z.object({
  wa_id: MobileNumber,
  category: optionalText(),
  value: z.string(),
  timestamp: EpochSeconds,
})

function toPreferences(preference: z.output<typeof Preference>, at: Date): ContactPreference[] {
  const value = (['stop', 'resume'] as const).find((name) => name === preference.value)
  if (!value || (preference.category ?? MARKETING) !== MARKETING) return []
  return [{ mobile: preference.wa_id.replace('+', ''), value, at: timeOf(preference.timestamp, at) }]
}
