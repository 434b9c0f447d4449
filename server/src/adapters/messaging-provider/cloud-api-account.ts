import { z } from 'zod'
import { cleanText } from '../../domain/text/clean-text.ts'
import type { AccountReport } from '../../ports/provider-events.ts'

const Value = z.record(z.string(), z.unknown())
const DETAILS_MAX = 20
const NAME = /^[a-z][a-z0-9_]{0,59}$/
const TEXT_CHARS_MAX = 200

/** The quality of the number is known by these events only. */
const QUALITY_EVENTS = ['FLAGGED', 'UNFLAGGED']

/** Undefined when the value is no object. Values of unknown shape are kept as far as they are plain. */
export function readAccountReport(field: string, value: unknown): AccountReport | undefined {
  const { data } = Value.safeParse(value)
  if (!data) return undefined
  const { event, ...details } = Object.fromEntries(plainValues(data).slice(0, DETAILS_MAX))
  const report: AccountReport = { field, event: typeof event === 'string' ? event : null, details }
  const limit =
    details['max_daily_conversations_per_business'] ??
    details['current_limit'] ??
    details['max_daily_conversation_per_phone']
  const quality = typeof event === 'string' && QUALITY_EVENTS.includes(event) ? event : undefined
  return {
    ...report,
    ...(quality !== undefined && { quality }),
    ...(limit !== undefined && { messagingLimit: String(limit) }),
  }
}

/** Also those of objects and lists within, under joined names: `ban_info_waba_ban_state`. */
function plainValues(value: Record<string, unknown>, prefix = ''): [string, string | number | boolean][] {
  return Object.entries(value).flatMap(([key, one]): [string, string | number | boolean][] => {
    const name = prefix + key
    if (!NAME.test(name)) return []
    if (typeof one === 'string') return [[name, cleanText(one).slice(0, TEXT_CHARS_MAX)]]
    if (typeof one === 'boolean' || Number.isSafeInteger(one)) return [[name, one as boolean | number]]
    const { data } = Value.safeParse(Array.isArray(one) ? one[0] : one)
    return data && prefix === '' ? plainValues(data, `${name}_`) : []
  })
}
