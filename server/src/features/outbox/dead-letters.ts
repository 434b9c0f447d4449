import { PLATFORM, type VendorId } from '../../domain/ids.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { isCounted, readCount } from '../../platform/db/row-counts.ts'
import type { Page } from '../../platform/http/pagination.ts'
import * as crossVendor from './dead-letters.cross-vendor.sql.ts'
import * as sql from './dead-letters.sql.ts'
import { insertEvents } from './sql.ts'

export type DeadLetter = sql.DeadLetterRow

/** For operators: jobs, webhooks and messages that failed for good. */
export async function listDeadLetters(db: Db, filter: crossVendor.DeadLetterFilter, page: Page) {
  const [rows, total] = await Promise.all([crossVendor.listLetters(db, filter, page), countMatching(db, filter)])
  return { rows, total }
}

/** Resolved letters are few and have an index, and open ones are the others; there may be millions of those. */
async function countMatching(db: Db, filter: crossVendor.DeadLetterFilter): Promise<number> {
  const { kinds, isReplayed, isClosed } = filter
  if (isReplayed || isClosed || !kinds.includes('MESSAGE') || !(await isCounted(db, PLATFORM)))
    return crossVendor.countLetters(db, filter)
  const counts = await Promise.all(kinds.map((kind) => readCount(db, PLATFORM, 'DEAD_LETTER', kind)))
  const all = counts.reduce((sum, count) => sum + count, 0)
  if (isReplayed === undefined && isClosed === undefined) return all
  return all - (await crossVendor.countResolved(db, kinds, { isReplayed, isClosed }))
}

export const findDeadLetter = crossVendor.findLetter

/** Returns false when it has been replayed or closed already. */
export const markReplayed = async (tx: Tx, letter: DeadLetter, now: Date) =>
  (await sql.resolveDeadLetter(tx, letter.vendor_id, letter.id, { replayed_at: now })) !== undefined

/** Returns false when it has been replayed or closed already. */
export const markClosed = async (tx: Tx, letter: DeadLetter, now: Date) =>
  (await sql.resolveDeadLetter(tx, letter.vendor_id, letter.id, { closed_at: now })) !== undefined

/** Returns the job to the outbox under its own id, with all its attempts. */
export const requeueJob = (tx: Tx, { vendor_id: vendorId, id, name, payload }: DeadLetter, now: Date) =>
  insertEvents(tx, vendorId, [{ id, jobName: name, payload, dueAt: now, createdAt: now }])

/** Messages that failed for good. The dead letter has the message's id and contains ids only. */
export async function deadLetterMessages(
  tx: Tx,
  vendorId: VendorId,
  letters: readonly sql.MessageDeadLetter[],
  now: Date,
): Promise<void> {
  if (letters.length > 0) await sql.insertMessageLetters(tx, vendorId, letters, now)
}

interface WebhookLetter {
  id: string
  name: string
  reason: string
  attempts: number
  /** Undefined when the event does not name its vendor. */
  vendorId: VendorId | undefined
}

/** A webhook that had no effect. The dead letter has the event's id; a replay that fails reopens it. */
export async function deadLetterWebhook(tx: Tx, { vendorId, ...event }: WebhookLetter, now: Date) {
  const existing = await crossVendor.findLetter(tx, event.id)
  if (existing && vendorId && existing.vendor_id !== vendorId) await sql.assignDeadLetterVendor(tx, vendorId, event.id)
  await sql.insertWebhookLetter(tx, vendorId ?? existing?.vendor_id ?? PLATFORM, { ...event, now })
}

/** Closes the dead letters of webhooks that an operator has resolved in another way. */
export async function closeWebhookLetters(tx: Tx, inboxIds: readonly string[], now: Date) {
  if (inboxIds.length > 0) await crossVendor.closeWebhookLetters(tx, inboxIds, now)
}
