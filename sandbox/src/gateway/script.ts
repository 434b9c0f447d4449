import { z } from 'zod'

/** The behaviour of the gateway. Fields left out of a change keep their values. */
export type GatewayScript = z.output<typeof Script>

const SHARE = 'must be a number from 0 to 1'
const share = z.number(SHARE).min(0, SHARE).max(1, SHARE)
const flag = z.boolean('must be true or false')
const COPIES = 'must be a whole number from 0 to 1000'
const LATENCY = 'must be a whole number of milliseconds from 0 to 600000, or null'

const Script = z.strictObject({
  /** The share of events that are never delivered. */
  dropWebhooks: share,
  /** Extra copies of every delivery, all at once. */
  duplicateWebhooks: z.int(COPIES).min(0, COPIES).max(1_000, COPIES),
  /** Events of one action arrive in reverse order, and actions overtake each other. */
  reorderWebhooks: flag,
  latencyMs: z.int(LATENCY).min(0, LATENCY).max(600_000, LATENCY).nullable(),
  /** The share of API calls that fail with 500 without any effect. */
  errorRate: share,
  /** The share of API calls that take effect but whose response is dropped. */
  dropReplyRate: share,
  /** Refunds are accepted and then fail. */
  failRefunds: flag,
  refundStatus: z.enum(['processed', 'pending'], 'must be processed or pending'),
  /** Subscriptions are charged automatically when they are due. */
  autoCharge: flag,
})

export const ScriptChange = Script.partial()

export const DEFAULT_SCRIPT: GatewayScript = {
  dropWebhooks: 0,
  duplicateWebhooks: 0,
  reorderWebhooks: false,
  latencyMs: null,
  errorRate: 0,
  dropReplyRate: 0,
  failRefunds: false,
  refundStatus: 'processed',
  autoCharge: false,
}
