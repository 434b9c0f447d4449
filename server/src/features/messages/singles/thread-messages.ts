import type { VendorId } from '../../../domain/ids.ts'
import { AUTO_REPLIES_PER_CONTACT_HOUR_MAX, AUTO_REPLY_PAUSE_SECONDS } from '../../../domain/limits.ts'
import type { Db } from '../../../platform/db/db.ts'
import * as sql from './single.sql.ts'

export type ThreadMessage = sql.SaidMessage

/** What was said to people, for those who show conversations. */
export const findMessages = async (db: Db, vendorId: VendorId, ids: readonly string[]) =>
  ids.length === 0 ? [] : sql.findMessages(db, vendorId, ids)

export const lastSingles = (db: Db, vendorId: VendorId, contactIds: readonly string[]) =>
  sql.lastSingles(db, vendorId, contactIds)

/** A query for `id` and `at` of the replies, answers and tests that went to a contact. */
export const singlesOf = (vendorId: VendorId, contactId: string) => sql.singlesOf(vendorId, contactId)

/** The same of those of these messages that a campaign sent. */
export const campaignOnes = (vendorId: VendorId, ids: Parameters<typeof sql.campaignOnes>[1]) =>
  sql.campaignOnes(vendorId, ids)

const HOUR_MS = 3_600_000

/** Whether a rule answers a person once more: neither twice in a moment nor without end. */
export async function mayAnswerAgain(db: Db, vendorId: VendorId, contactId: string, autoReplyId: string, now: Date) {
  const recent = await sql.autoRepliesSince(db, vendorId, contactId, new Date(now.getTime() - HOUR_MS))
  const pauseFrom = now.getTime() - AUTO_REPLY_PAUSE_SECONDS * 1_000
  return (
    recent.length < AUTO_REPLIES_PER_CONTACT_HOUR_MAX &&
    !recent.some((answer) => answer.autoReplyId === autoReplyId && answer.at.getTime() > pauseFrom)
  )
}
