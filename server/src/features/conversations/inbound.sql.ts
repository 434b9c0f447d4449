import { sql } from 'kysely'
import { PLATFORM, type VendorId } from '../../domain/ids.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import './tables.ts'

const ROWS_PER_PURGE_MAX = 10_000

/** Which of these messages are stored already, for any vendor. */
export const findKnownWamids = async (db: Db, wamids: readonly string[]): Promise<Set<string>> => {
  if (wamids.length === 0) return new Set()
  const rows = await db.selectFrom('inbound_message').select('wamid').where('wamid', 'in', wamids).execute()
  return new Set(rows.map(({ wamid }) => wamid))
}

interface NewInbound {
  id: string
  wamid: string
  routeHash: Buffer
  type: string
  contentCipher: Buffer
  answersMessageId: string | null
  sentAt: Date
}

/** Returns false when it is stored already. Waits for a transaction that is inserting the same message. */
export const insertInbound = async (tx: Tx, vendorId: VendorId, message: NewInbound, now: Date): Promise<boolean> => {
  const inserted = await tx
    .insertInto('inbound_message')
    .values({
      vendor_id: vendorId,
      id: message.id,
      wamid: message.wamid,
      route_hash: message.routeHash,
      type: message.type,
      content_cipher: message.contentCipher,
      answers_message_id: message.answersMessageId,
      sent_at: message.sentAt,
      received_at: now,
    })
    .onConflict((conflict) => conflict.constraint('inbound_message_wamid_unique').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export const setContact = (tx: Tx, vendorId: VendorId, id: string, contact: { id: string; mobileHash: Buffer }) =>
  tx
    .updateTable('inbound_message')
    .set({ contact_id: contact.id, mobile_hash: contact.mobileHash })
    .where('vendor_id', '=', vendorId)
    .where('id', '=', id)
    .execute()

/** Locks the conversation until the commit. */
export const recordInbound = (tx: Tx, vendorId: VendorId, contactId: string, at: Date) =>
  tx
    .insertInto('conversation')
    .values({ vendor_id: vendorId, contact_id: contactId, last_message_at: at, last_inbound_at: at, unread: 1 })
    .onConflict((conflict) =>
      conflict.columns(['vendor_id', 'contact_id']).doUpdateSet({
        last_message_at: sql`greatest(conversation.last_message_at, excluded.last_message_at)`,
        last_inbound_at: sql`greatest(conversation.last_inbound_at, excluded.last_inbound_at)`,
        unread: sql`conversation.unread + 1`,
      }),
    )
    .execute()

/** Deletes old unassigned messages, and clears the routing hash of the others. */
export const purgeInboundBefore = async (tx: Tx, before: Date) => {
  const old = sql`
    select vendor_id, id from inbound_message where octet_length(route_hash) > 0 and received_at <= ${before}
     order by received_at limit ${ROWS_PER_PURGE_MAX} for update skip locked`
  await sql`
    with old as materialized (${old}), deleted_messages as (
      delete from inbound_message i using old
       where i.vendor_id = ${PLATFORM} and i.vendor_id = old.vendor_id and i.id = old.id
    )
    update inbound_message i set route_hash = ''
      from old where i.vendor_id <> ${PLATFORM} and i.vendor_id = old.vendor_id and i.id = old.id`.execute(tx)
}
