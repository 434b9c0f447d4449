import { sql } from 'kysely'
import type { VendorId } from '../../domain/ids.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { Page } from '../../platform/http/pagination.ts'
import './tables.ts'

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

/** Newest first. */
export const listInbound = (db: Db, vendorId: VendorId, { after, limit, offset }: Page) =>
  db
    .selectFrom('inbound_message')
    .select([
      'id',
      'wamid',
      'type',
      'content_cipher as contentCipher',
      'sent_at as sentAt',
      'received_at as receivedAt',
    ])
    .where('vendor_id', '=', vendorId)
    .$if(after !== undefined, (query) => query.where('id', '<', after as string))
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

export const countInbound = async (db: Db, vendorId: VendorId) => {
  const { count } = await db
    .selectFrom('inbound_message')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('vendor_id', '=', vendorId)
    .executeTakeFirstOrThrow()
  return Number(count)
}
