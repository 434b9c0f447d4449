import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { VendorId } from '../../domain/ids.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { Tables } from '../../platform/db/tables.ts'
import './tables.ts'

export type ConversationRow = Selectable<Tables['conversation']>

/** The position of a conversation or message in a list with the newest first. */
interface Position {
  at: Date
  id: string
}
export interface Window {
  after: Position | undefined
  limit: number
  offset: number
}

export const listConversations = (
  db: Db,
  vendorId: VendorId,
  { unreadOnly }: { unreadOnly: boolean },
  { after, limit, offset }: Window,
): Promise<ConversationRow[]> =>
  conversationsOf(db, vendorId)
    .selectAll()
    .$if(unreadOnly, (query) => query.where('unread', '>', 0))
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(last_message_at, contact_id) < (${after?.at}, ${after?.id}::uuid)`),
    )
    .orderBy('last_message_at', 'desc')
    .orderBy('contact_id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

export const countConversations = async (db: Db, vendorId: VendorId) => {
  const { all, unread } = await conversationsOf(db, vendorId)
    .select(({ fn }) => [
      fn.countAll<bigint>().as('all'),
      fn.countAll<bigint>().filterWhere('unread', '>', 0).as('unread'),
    ])
    .executeTakeFirstOrThrow()
  return { all: Number(all), unread: Number(unread) }
}

export const findConversation = (db: Db, vendorId: VendorId, contactId: string): Promise<ConversationRow | undefined> =>
  conversationsOf(db, vendorId).selectAll().where('contact_id', '=', contactId).executeTakeFirst()

export const findInboundTimes = (db: Db, vendorId: VendorId, contactIds: readonly string[]) =>
  conversationsOf(db, vendorId)
    .select(['contact_id as contactId', 'last_inbound_at as at'])
    .where('contact_id', '=', sql<string>`any(${contactIds}::uuid[])`)
    .execute()

/** Serializes incoming messages and replies of one conversation. */
export const lockConversation = (tx: Tx, vendorId: VendorId, contactId: string): Promise<ConversationRow | undefined> =>
  conversationsOf(tx, vendorId).selectAll().where('contact_id', '=', contactId).forUpdate().executeTakeFirst()

export const recordOutbound = (tx: Tx, vendorId: VendorId, contactId: string, at: Date) =>
  tx
    .updateTable('conversation')
    .set({ last_message_at: sql`greatest(last_message_at, ${at}::timestamptz)` })
    .where('vendor_id', '=', vendorId)
    .where('contact_id', '=', contactId)
    .execute()

export const setRead = (tx: Tx, vendorId: VendorId, contactId: string) =>
  tx
    .updateTable('conversation')
    .set({ unread: 0 })
    .where('vendor_id', '=', vendorId)
    .where('contact_id', '=', contactId)
    .execute()

export interface InboundRow {
  id: string
  contactId: string
  type: string
  contentCipher: Buffer
  answersMessageId: string | null
  sentAt: Date
}

const INBOUND = [
  'id',
  'contact_id as contactId',
  'type',
  'content_cipher as contentCipher',
  'answers_message_id as answersMessageId',
  'sent_at as sentAt',
] as const

export const findInbound = (db: Db, vendorId: VendorId, ids: readonly string[]) =>
  db
    .selectFrom('inbound_message')
    .select(INBOUND)
    .where('vendor_id', '=', vendorId)
    .where('id', 'in', ids)
    .$castTo<InboundRow>()
    .execute()

/** Incoming messages of existing contacts, oldest first. Those of deleted contacts have no content. */
export const listInboundAfter = (db: Db, vendorId: VendorId, after: string | undefined, limit: number) =>
  db
    .selectFrom('inbound_message')
    .select(INBOUND)
    .where('vendor_id', '=', vendorId)
    .where('contact_id', 'is not', null)
    .$if(after !== undefined, (query) => query.where('id', '>', after as string))
    .orderBy('id')
    .limit(limit)
    .$castTo<InboundRow>()
    .execute()

/** The last incoming message of each of these contacts. */
export const findLastInbound = async (
  db: Db,
  vendorId: VendorId,
  contactIds: readonly string[],
): Promise<InboundRow[]> => {
  const { rows } = await sql<InboundRow>`
    select c.id as "contactId", i.* from unnest(${contactIds}::uuid[]) as c (id) cross join lateral (
      select id, type, content_cipher as "contentCipher", answers_message_id as "answersMessageId", sent_at as "sentAt"
        from inbound_message where vendor_id = ${vendorId} and contact_id = c.id
       order by sent_at desc, id desc limit 1) i`.execute(db)
  return rows
}

export interface ThreadItem {
  id: string
  at: Date
  isInbound: boolean
}

/** Selects the ids of the messages that a contact answered. */
export const answeredIdsQuery = (vendorId: VendorId, contactId: string) => sql`
  select answers_message_id from inbound_message
   where vendor_id = ${vendorId} and contact_id = ${contactId} and answers_message_id is not null`

/** Newest first. `outbound` are queries for `id` and `at` of outgoing messages. */
export const listThread = async (
  db: Db,
  vendorId: VendorId,
  contactId: string,
  outbound: readonly RawBuilder<unknown>[],
  { after, limit, offset }: Window,
): Promise<ThreadItem[]> => {
  const afterPosition = after ? sql`where (at, id) < (${after.at}, ${after.id}::uuid)` : sql``
  const { rows } = await sql<ThreadItem>`
    select id, at, is_inbound as "isInbound" from (${threadQuery(vendorId, contactId, outbound)}) t ${afterPosition}
     order by at desc, id desc limit ${limit} offset ${offset}`.execute(db)
  return rows
}

export const countThread = async (
  db: Db,
  vendorId: VendorId,
  contactId: string,
  outbound: readonly RawBuilder<unknown>[],
): Promise<number> => {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from (${threadQuery(vendorId, contactId, outbound)}) t`.execute(db)
  return Number(rows[0]?.count ?? 0n)
}

const threadQuery = (vendorId: VendorId, contactId: string, outbound: readonly RawBuilder<unknown>[]) => sql`
  select id, sent_at as at, true as is_inbound from inbound_message
   where vendor_id = ${vendorId} and contact_id = ${contactId}
  union all select id, at, false from (${sql.join(outbound, sql` union all `)}) outbound`

const conversationsOf = (db: Db, vendorId: VendorId) => db.selectFrom('conversation').where('vendor_id', '=', vendorId)
