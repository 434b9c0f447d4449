import { HOUR_MS } from '../../../domain/durations.ts'
import type { VendorId } from '../../../domain/ids.ts'
import { AUTO_REPLIES_PER_CONTACT_HOUR_MAX, AUTO_REPLY_PAUSE_SECONDS } from '../../../domain/limits.ts'
import type { Db } from '../../../platform/db/db.ts'
import * as sql from './single.sql.ts'

export type ThreadMessage = sql.ThreadMessageRow

/** Outgoing messages, for showing a conversation. */
export const findMessages = async (db: Db, vendorId: VendorId, ids: readonly string[]) =>
  ids.length === 0 ? [] : sql.findMessages(db, vendorId, ids)

/** Replies, auto-replies and tests, oldest first. */
export const listSinglesAfter = (db: Db, vendorId: VendorId, after: string | undefined, limit: number) =>
  sql.listSinglesAfter(db, vendorId, after, limit)

export const findLastSingles = (db: Db, vendorId: VendorId, contactIds: readonly string[]) =>
  sql.findLastSingles(db, vendorId, contactIds)

/** Selects `id` and `at` of the replies, auto-replies and tests that were sent to a contact. */
export const singlesQuery = (vendorId: VendorId, contactId: string) => sql.singlesQuery(vendorId, contactId)

/** Selects `id` and `at` of those of these messages that a campaign sent. */
export const campaignMessagesQuery = (vendorId: VendorId, ids: Parameters<typeof sql.campaignMessagesQuery>[1]) =>
  sql.campaignMessagesQuery(vendorId, ids)

/** Limits auto-replies to a contact: a pause between two of the same rule, and a maximum per hour. */
export async function mayAutoReplyAgain(db: Db, vendorId: VendorId, contactId: string, autoReplyId: string, now: Date) {
  const recent = await sql.listAutoRepliesSince(db, vendorId, contactId, new Date(now.getTime() - HOUR_MS))
  const pauseFrom = now.getTime() - AUTO_REPLY_PAUSE_SECONDS * 1_000
  return (
    recent.length < AUTO_REPLIES_PER_CONTACT_HOUR_MAX &&
    !recent.some((reply) => reply.autoReplyId === autoReplyId && reply.at.getTime() > pauseFrom)
  )
}
