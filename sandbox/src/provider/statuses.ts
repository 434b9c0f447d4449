import { randomBytes } from 'node:crypto'
import type { Clock } from '../clock/clock.ts'
import { callbackErrorOf } from './faults.ts'

interface Told {
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
/** Most people leave their receipts on. */
const READ_SHARE = 0.8
const DAY_SECONDS = 86_400

/** What the provider will tell of a message that it accepted, each with the time it takes. */
export function statusesOf(message: Told, clock: Clock): { delayMs: number; status: object }[] {
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
  // Conversation and pricing stand on `sent` and on exactly one of the two that follow.
  return [
    { delayMs: SENT_AFTER_MS + spread, status: sent },
    { delayMs: DELIVERED_AFTER_MS + spread, status: { ...base('delivered'), conversation, pricing } },
    ...(Math.random() < READ_SHARE ? [{ delayMs: READ_AFTER_MS + spread, status: base('read') }] : []),
  ]
}
