import { z } from 'zod'

/** The behaviour of the provider. It can be changed at runtime; fields left out keep their values. */
export type ProviderScript = z.output<typeof Script>

const SHARE = 'must be a number from 0 to 1'
const share = z.number(SHARE).min(0, SHARE).max(1, SHARE)
const flag = z.boolean('must be true or false')
const COPIES = 'must be a whole number from 0 to 100'
const CODE = 'must be an error code: a whole number from 0 to 9999999'
const LATENCY = 'must be a whole number of milliseconds from 0 to 600000, or null'
const PER_SECOND = 'must be a whole number from 0 to 1000000, or null'

const Script = z.strictObject({
  failRate: share,
  failCode: z.int(CODE).min(0, CODE).max(9_999_999, CODE),
  failAsync: flag,
  latencyMs: z.int(LATENCY).min(0, LATENCY).max(600_000, LATENCY).nullable(),
  duplicateCallbacks: z.int(COPIES).min(0, COPIES).max(100, COPIES),
  reorderCallbacks: flag,
  dropReplyRate: share,
  callbackBeforeReply: flag,
  silent: flag,
  maxPerSecond: z.int(PER_SECOND).min(0, PER_SECOND).max(1_000_000, PER_SECOND).nullable(),
  templateVerdict: z.enum(['APPROVED', 'REJECTED'], 'must be APPROVED or REJECTED'),
})

export const ScriptChange = Script.partial()

export const DEFAULT_SCRIPT: ProviderScript = {
  failRate: 0,
  failCode: 131000,
  failAsync: false,
  latencyMs: null,
  duplicateCallbacks: 0,
  reorderCallbacks: false,
  dropReplyRate: 0,
  callbackBeforeReply: false,
  silent: false,
  maxPerSecond: null,
  templateVerdict: 'APPROVED',
}
