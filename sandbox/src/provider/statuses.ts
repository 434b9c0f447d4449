import { randomBytes } from 'node:crypto'
import type { Clock } from '../clock/clock.ts'
import { callbackErrorOf } from './error-codes.ts'

interface AcceptedStatusInput {
  wamid: string
  to: string
  reference: string | null
  category: string
  failCode: number | undefined
}

const SENT_AFTER_MS = 100
const DELIVERED_AFTER_MS = 400
const READ_AFTER_MS = 900
const SPREAD_MS = 500
/** Most people have read receipts enabled. */
const READ_SHARE = 0.8
const DAY_SECONDS = 86_400

/** The status callbacks of an accepted message, each with its delay. */
export function statusesOf(message: AcceptedStatusInput, clock: Clock): { delayMs: number; status: object }[] {
  const spread = Math.random() * SPREAD_MS
  const seconds = Math.floor(clock.now().getTime() / 1_000)
  const base = (status: string) => ({
    id: message.wamid,
    status,
    timestamp: String(seconds),
    recipient_id: message.to,
    ...(message.reference !== null && { biz_opaque_callback_data: message.reference }),
  })
  const category = message.category.toLowerCase()
  const conversation = { id: randomBytes(16).toString('hex'), origin: { type: category } }
  const pricing = { billable: true, pricing_model: 'PMP', type: 'regular', category }
  const sent = {
    ...base('sent'),
    conversation: { ...conversation, expiration_timestamp: String(seconds + DAY_SECONDS) },
    pricing,
  }
  if (message.failCode !== undefined) {
    const failed = { ...base('failed'), errors: [callbackErrorOf(message.failCode)] }
    return [{ delayMs: SENT_AFTER_MS + spread, status: failed }]
  }
  // Conversation and pricing are part of `sent` and of exactly one of the two that follow.
  return [
    { delayMs: SENT_AFTER_MS + spread, status: sent },
    { delayMs: DELIVERED_AFTER_MS + spread, status: { ...base('delivered'), conversation, pricing } },
    ...(Math.random() < READ_SHARE ? [{ delayMs: READ_AFTER_MS + spread, status: base('read') }] : []),
  ]
}
