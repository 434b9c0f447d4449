import { type RawBuilder, sql } from 'kysely'
import type { VendorId } from '../../../domain/ids.ts'
import type { MessageStatus } from '../../../domain/messaging/settlement.ts'
import type { Category } from '../../../domain/money/pricing.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import type { MessageKind } from '../tables.ts'
import '../tables.ts'

export interface NewSingle {
  id: string
  kind: Exclude<MessageKind, 'CAMPAIGN'>
  contactId: string | null
  mobileHash: Buffer
  countryCode: string
  category: Category
  costMinorUnit: bigint
  contentCipher: Buffer
  autoReplyId: string | null
}

export const insertSingle = (tx: Tx, vendorId: VendorId, single: NewSingle, now: Date) =>
  tx
    .insertInto('message')
    .values({
      vendor_id: vendorId,
      id: single.id,
      kind: single.kind,
      contact_id: single.contactId,
      mobile_hash: single.mobileHash,
      country_code: single.countryCode,
      category: single.category,
      cost_minor_unit: single.costMinorUnit,
      content_cipher: single.contentCipher,
      auto_reply_id: single.autoReplyId,
      due_at: now,
      created_at: now,
    })
    .execute()

/** Held until the end of the transaction, so that concurrent test messages are counted one after the other. */
export const lockTests = (tx: Tx, vendorId: VendorId) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`test messages ${vendorId}`}, 0))`.execute(tx)

export const listTestsSince = (tx: Tx, vendorId: VendorId, since: Date) =>
  tx
    .selectFrom('message')
    .select(['mobile_hash as mobileHash', 'created_at as at'])
    .where('vendor_id', '=', vendorId)
    .where('kind', '=', 'TEST')
    .where('created_at', '>', since)
    .execute()

/** The recipients of these messages. */
export const findRecipients = (db: Db, vendorId: VendorId, ids: readonly string[]) =>
  db
    .selectFrom('message')
    .select(['contact_id as contactId', 'mobile_hash as mobileHash', 'content_cipher as contentCipher'])
    .where('vendor_id', '=', vendorId)
    .where('id', 'in', ids)
    .orderBy('mobile_hash')
    .execute()

/** Auto-replies that were sent to a contact since then. */
export const listAutoRepliesSince = (db: Db, vendorId: VendorId, contactId: string, since: Date) =>
  db
    .selectFrom('message')
    .select(['auto_reply_id as autoReplyId', 'created_at as at'])
    .where('vendor_id', '=', vendorId)
    .where('contact_id', '=', contactId)
    .where('campaign_id', 'is', null)
    .where('kind', '=', 'AUTO_REPLY')
    .where('created_at', '>', since)
    .execute()

export interface ThreadMessageRow {
  id: string
  kind: MessageKind
  campaignId: string | null
  status: MessageStatus
  isUnfunded: boolean
  errorCode: string | null
  contentCipher: Buffer | null
  createdAt: Date
  sentAt: Date | null
  deliveredAt: Date | null
  readAt: Date | null
  failedAt: Date | null
}

const THREAD_COLUMNS = [
  'id',
  'kind',
  'campaign_id as campaignId',
  'status',
  'is_unfunded as isUnfunded',
  'error_code as errorCode',
  'content_cipher as contentCipher',
  'created_at as createdAt',
  'sent_at as sentAt',
  'delivered_at as deliveredAt',
  'read_at as readAt',
  'failed_at as failedAt',
] as const

export const findMessages = (db: Db, vendorId: VendorId, ids: readonly string[]): Promise<ThreadMessageRow[]> =>
  db.selectFrom('message').select(THREAD_COLUMNS).where('vendor_id', '=', vendorId).where('id', 'in', ids).execute()

/** Messages outside campaigns, oldest first, with the contact of each. */
export const listSinglesAfter = (
  db: Db,
  vendorId: VendorId,
  after: string | undefined,
  limit: number,
): Promise<(ThreadMessageRow & { contactId: string | null })[]> =>
  db
    .selectFrom('message')
    .select(THREAD_COLUMNS)
    .select('contact_id as contactId')
    .where('vendor_id', '=', vendorId)
    .where('campaign_id', 'is', null)
    .$if(after !== undefined, (query) => query.where('id', '>', after as string))
    .orderBy('id')
    .limit(limit)
    .execute()

export const findMessage = (db: Db, vendorId: VendorId, id: string) =>
  db.selectFrom('message').selectAll().where('vendor_id', '=', vendorId).where('id', '=', id).executeTakeFirst()

/** The last message outside campaigns to each of these contacts. */
export const findLastSingles = async (
  db: Db,
  vendorId: VendorId,
  contactIds: readonly string[],
): Promise<(ThreadMessageRow & { contactId: string })[]> => {
  const { rows } = await sql<ThreadMessageRow & { contactId: string }>`
    select c.id as "contactId", m.* from unnest(${contactIds}::uuid[]) as c (id) cross join lateral (
      select id, kind, campaign_id as "campaignId", status, is_unfunded as "isUnfunded", error_code as "errorCode",
             content_cipher as "contentCipher", created_at as "createdAt", sent_at as "sentAt",
             delivered_at as "deliveredAt", read_at as "readAt", failed_at as "failedAt"
        from message where vendor_id = ${vendorId} and contact_id = c.id and campaign_id is null
       order by created_at desc, id desc limit 1) m`.execute(db)
  return rows
}

/** Selects `id` and `at` of the messages outside campaigns to a contact. */
export const singlesQuery = (vendorId: VendorId, contactId: string) => sql`
  select id, created_at as at from message
   where vendor_id = ${vendorId} and contact_id = ${contactId} and campaign_id is null`

/** Selects `id` and `at` of those of these messages that a campaign sent. */
export const campaignMessagesQuery = (vendorId: VendorId, ids: RawBuilder<unknown>) => sql`
  select id, created_at as at from message
   where vendor_id = ${vendorId} and id in (${ids}) and campaign_id is not null`
