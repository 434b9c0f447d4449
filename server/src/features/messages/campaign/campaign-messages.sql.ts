import { sql } from 'kysely'
import type { VendorId } from '../../../domain/ids.ts'
import { ACCOUNT_CODES } from '../../../domain/messaging/provider-errors.ts'
import type { MessageStatus } from '../../../domain/messaging/settlement.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import type { Page } from '../../../platform/http/pagination.ts'
import '../tables.ts'

/**
 * Cancels the queued messages of a campaign, or only those to some countries. Also settles them, because the caller
 * refunds them in the same transaction.
 */
export const cancelQueued = async (tx: Tx, vendorId: VendorId, campaignId: string, countries?: readonly string[]) => {
  const { rows } = await sql<{ count: bigint; costMinorUnit: bigint; firstId: string | null }>`
    with cancelled_messages as (
      update message set status = 'CANCELLED', settled_as = 'REFUNDED'
       where vendor_id = ${vendorId} and campaign_id = ${campaignId} and status = 'QUEUED'
         and (${countries ?? null}::text[] is null or country_code = any(${countries ?? null}::text[]))
      returning id, cost_minor_unit
    )
    select count(*) as count, coalesce(sum(cost_minor_unit), 0)::bigint as "costMinorUnit",
           min(id::text) as "firstId" from cancelled_messages`.execute(tx)
  const { count, costMinorUnit, firstId } = rows[0] as (typeof rows)[number]
  return { count: Number(count), costMinorUnit, firstId }
}

/** Whether a call to the provider is under way for any message to these countries. */
export const hasMessagesInSending = async (
  db: Db,
  vendorId: VendorId,
  campaignId: string,
  countries: readonly string[],
) => {
  const row = await campaignMessages(db, vendorId, campaignId)
    .select('id')
    .where('status', '=', 'SENDING')
    .where('country_code', 'in', countries)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Charged messages, grouped by everything that a price depends on. */
export const listCharged = (db: Db, vendorId: VendorId, campaignId: string) =>
  campaignMessages(db, vendorId, campaignId)
    .select(({ fn }) => [
      'country_code as countryCode',
      'category',
      'cost_minor_unit as unitMinorUnit',
      fn.countAll<bigint>().as('count'),
    ])
    .where('settled_as', '=', 'CAPTURED')
    .groupBy(['country_code', 'category', 'cost_minor_unit'])
    .orderBy('country_code')
    .orderBy('category')
    .orderBy('cost_minor_unit')
    .execute()

/** Failed messages by error code, the most frequent first. Served by the partial index on failed messages. */
export const listFailures = (db: Db, vendorId: VendorId, campaignId: string) =>
  campaignMessages(db, vendorId, campaignId)
    .select(({ fn }) => [
      'error_code as errorCode',
      fn.countAll<bigint>().as('count'),
      sql<bigint>`sum(cost_minor_unit)::bigint`.as('costMinorUnit'),
      fn.min('failed_at').as('firstFailedAt'),
      fn.max('failed_at').as('lastFailedAt'),
    ])
    .where('status', '=', 'FAILED')
    .groupBy('error_code')
    .orderBy('count', 'desc')
    .orderBy('error_code')
    .execute()

/**
 * One statement, because a message may be claimed or requeued between two. Each part uses the partial index on its
 * status.
 */
export const hasUnsent = async (db: Db, vendorId: VendorId, campaignId: string) => {
  const any = (status: 'QUEUED' | 'SENDING') =>
    sql`exists (select from message where vendor_id = ${vendorId} and campaign_id = ${campaignId}
                 and status = ${sql.lit(status)})`
  const { rows } = await sql<{ found: boolean }>`select ${any('QUEUED')} or ${any('SENDING')} as found`.execute(db)
  return rows[0]?.found === true
}

/**
 * Messages that the provider refused or failed to deliver. Errors of our own and errors of the account, which any
 * campaign would have met, do not count.
 */
export const countRefused = async (db: Db, vendorId: VendorId, campaignId: string) => {
  const { count } = await campaignMessages(db, vendorId, campaignId)
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('status', '=', 'FAILED')
    .where(sql<boolean>`error_code ~ '^[0-9]+$' and error_code <> all(${ACCOUNT_CODES}::text[])`)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Messages that the provider accepted and has not reported as failed, counted up to `max`. */
export const countAccepted = async (db: Db, vendorId: VendorId, campaignId: string, max: number) => {
  const { count } = await db
    .selectFrom(
      campaignMessages(db, vendorId, campaignId)
        .select('id')
        .where('status', 'in', ['SENT', 'DELIVERED'])
        .limit(max)
        .as('accepted'),
    )
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Whether the provider accepted any message of the campaign. */
export const hasAccepted = async (db: Db, vendorId: VendorId, campaignId: string) => {
  const row = await campaignMessages(db, vendorId, campaignId)
    .select('id')
    .where('wamid', 'is not', null)
    // The order has an index. Without it the planner may scan the messages of all vendors.
    .orderBy('mobile_hash')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Statuses in the order of the recipients, from one recipient on. There is no filter on the status: for a rare one the
 * planner would read and sort the whole campaign each time.
 */
export const listStatusesFrom = (
  db: Db,
  vendorId: VendorId,
  campaignId: string,
  from: Buffer | undefined,
  limit: number,
) =>
  campaignMessages(db, vendorId, campaignId)
    .select(['mobile_hash as mobileHash', 'status'])
    .$if(from !== undefined, (query) => query.where('mobile_hash', '>=', from as Buffer))
    .orderBy('mobile_hash')
    .limit(limit)
    .execute()

export interface MessageFilter {
  status?: MessageStatus | undefined
  /** Only failed messages with this code. */
  errorCode?: string | undefined
  isRead?: boolean | undefined
}

const matching = (db: Db, vendorId: VendorId, campaignId: string, { status, errorCode, isRead }: MessageFilter) =>
  campaignMessages(db, vendorId, campaignId)
    .$if(status !== undefined, (query) => query.where('status', '=', status as MessageStatus))
    .$if(errorCode !== undefined, (query) =>
      query.where('status', '=', 'FAILED').where('error_code', '=', errorCode as string),
    )
    .$if(isRead !== undefined, (query) => query.where('read_at', isRead ? 'is not' : 'is', null))

export const listMessages = (
  db: Db,
  vendorId: VendorId,
  campaignId: string,
  filter: MessageFilter,
  page: Pick<Page, 'after' | 'limit' | 'offset'>,
) =>
  matching(db, vendorId, campaignId, filter)
    .selectAll()
    .$if(page.after !== undefined, (query) =>
      query.where('mobile_hash', '>', (eb) =>
        eb
          .selectFrom('message as last')
          .select('last.mobile_hash')
          .where('last.vendor_id', '=', vendorId)
          .where('last.id', '=', page.after as string),
      ),
    )
    .orderBy('mobile_hash')
    .limit(page.limit)
    .offset(page.offset)
    .execute()

export const countMessages = async (db: Db, vendorId: VendorId, campaignId: string, filter: MessageFilter) => {
  const { count } = await matching(db, vendorId, campaignId, filter)
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

const campaignMessages = (db: Db, vendorId: VendorId, campaignId: string) =>
  db.selectFrom('message').where('vendor_id', '=', vendorId).where('campaign_id', '=', campaignId)
