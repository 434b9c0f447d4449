import { z } from 'zod'

/** How the gateway behaves. What a change does not name stays as it was. */
export type GatewayScript = z.output<typeof Script>

const SHARE = 'must be a number from 0 to 1'
const share = z.number(SHARE).min(0, SHARE).max(1, SHARE)
const flag = z.boolean('must be true or false')
const COPIES = 'must be a whole number from 0 to 1000'
const LATENCY = 'must be a whole number of milliseconds from 0 to 600000, or null'

const Script = z.strictObject({
  /** Events that are never delivered, as if the endpoint had been disabled. */
  dropWebhooks: share,
  /** Extra copies of every delivery, all at once. */
  duplicateWebhooks: z.int(COPIES).min(0, COPIES).max(1_000, COPIES),
  /** Events of one act arrive last first, and acts overtake each other. */
  reorderWebhooks: flag,
  latencyMs: z.int(LATENCY).min(0, LATENCY).max(600_000, LATENCY).nullable(),
  /** API calls that are answered 500 without any effect. */
  errorRate: share,
  /** API calls that take effect and whose answer never comes. */
  dropReplyRate: share,
  /** Refunds are accepted and then fail. */
  failRefunds: flag,
  refundStatus: z.enum(['processed', 'pending'], 'must be processed or pending'),
  /** Subscriptions are charged by themselves when the clock passes their instant. */
  autoCharge: flag,
})

export const ScriptChange = Script.partial()

export const WELL_BEHAVED: GatewayScript = {
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
