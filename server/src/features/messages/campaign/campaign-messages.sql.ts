import { sql } from 'kysely'
import type { VendorId } from '../../../domain/ids.ts'
import { ACCOUNT_CODES } from '../../../domain/messaging/provider-errors.ts'
import type { MessageStatus, SettledAs } from '../../../domain/messaging/settlement.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import type { Slice } from '../../../platform/http/pagination.ts'
import '../tables.ts'

/** Their money goes back in this transaction, so they are settled in the same statement. */
export const cancelQueued = async (tx: Tx, vendorId: VendorId, campaignId: string) => {
  const { rows } = await sql<{ count: bigint; costMinorUnit: bigint; firstId: string | null }>`
    with cancelled as (
      update message set status = 'CANCELLED', settled_as = 'REFUNDED'
       where vendor_id = ${vendorId} and campaign_id = ${campaignId} and status = 'QUEUED'
      returning id, cost_minor_unit
    )
    select count(*) as count, coalesce(sum(cost_minor_unit), 0)::bigint as "costMinorUnit",
           min(id::text) as "firstId" from cancelled`.execute(tx)
  const { count, costMinorUnit, firstId } = rows[0] as (typeof rows)[number]
  return { count: Number(count), costMinorUnit, firstId }
}

export interface TallyRow {
  status: MessageStatus
  settledAs: SettledAs | null
  count: bigint
  read: bigint
  costMinorUnit: bigint
}

export const tally = (db: Db, vendorId: VendorId, campaignId: string): Promise<TallyRow[]> =>
  ofCampaign(db, vendorId, campaignId)
    .select(({ fn }) => [
      'status',
      'settled_as as settledAs',
      fn.countAll<bigint>().as('count'),
      fn.count<bigint>('read_at').as('read'),
      sql<bigint>`sum(cost_minor_unit)::bigint`.as('costMinorUnit'),
    ])
    .groupBy(['status', 'settled_as'])
    .execute()

/** What was charged, by all that a price depends on. */
export const listCharged = (db: Db, vendorId: VendorId, campaignId: string) =>
  ofCampaign(db, vendorId, campaignId)
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

/** What failed, by its code, most first: the small index of failed messages leads there. */
export const listFailures = (db: Db, vendorId: VendorId, campaignId: string) =>
  ofCampaign(db, vendorId, campaignId)
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

/** Of several campaigns at once. Of these two statuses alone: each has an index of its own, which others would not. */
export const countOpenAndFailed = (db: Db, vendorId: VendorId, campaignIds: readonly string[]) => {
  const of = (status: 'QUEUED' | 'FAILED') =>
    db
      .selectFrom('message')
      .select(({ fn }) => [
        'campaign_id as campaignId',
        sql<'QUEUED' | 'FAILED'>`${sql.lit(status)}::text`.as('status'),
        fn.countAll<bigint>().as('count'),
      ])
      .where('vendor_id', '=', vendorId)
      .where('campaign_id', 'in', campaignIds)
      .where('status', '=', sql<MessageStatus>`${sql.lit(status)}`)
      .groupBy('campaign_id')
  return of('QUEUED').unionAll(of('FAILED')).execute()
}

/** In one statement: a message may be claimed or queued again between two. Each part has the small index of its status. */
export const hasUnsent = async (db: Db, vendorId: VendorId, campaignId: string) => {
  const any = (status: 'QUEUED' | 'SENDING') =>
    sql`exists (select from message where vendor_id = ${vendorId} and campaign_id = ${campaignId}
                 and status = ${sql.lit(status)})`
  const { rows } = await sql<{ found: boolean }>`select ${any('QUEUED')} or ${any('SENDING')} as found`.execute(db)
  return rows[0]?.found === true
}

/** What the provider refused or failed to deliver; not what never got to it, nor what any campaign would have met. */
export const countRefused = async (db: Db, vendorId: VendorId, campaignId: string) => {
  const { count } = await ofCampaign(db, vendorId, campaignId)
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('status', '=', 'FAILED')
    .where(sql<boolean>`error_code ~ '^[0-9]+$' and error_code <> all(${ACCOUNT_CODES}::text[])`)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** How many it accepted and has not failed; it stops counting at `max`. */
export const countAccepted = async (db: Db, vendorId: VendorId, campaignId: string, max: number) => {
  const { count } = await db
    .selectFrom(
      ofCampaign(db, vendorId, campaignId)
        .select('id')
        .where('status', 'in', ['SENT', 'DELIVERED'])
        .limit(max)
        .as('accepted'),
    )
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Whether the provider took any of them. */
export const hasTaken = async (db: Db, vendorId: VendorId, campaignId: string) => {
  const row = await ofCampaign(db, vendorId, campaignId)
    .select('id')
    .where('wamid', 'is not', null)
    // For the order has an index, and without it the planner may go through everybody's messages.
    .orderBy('mobile_hash')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * From one recipient on, in their order. Without a word about the status: asked for a rare one, the planner would read
 * and sort the whole campaign each time.
 */
export const statusesFrom = (db: Db, vendorId: VendorId, campaignId: string, from: Buffer | undefined, limit: number) =>
  ofCampaign(db, vendorId, campaignId)
    .select(['mobile_hash as mobileHash', 'status'])
    .$if(from !== undefined, (query) => query.where('mobile_hash', '>=', from as Buffer))
    .orderBy('mobile_hash')
    .limit(limit)
    .execute()

export interface MessageFilter {
  status?: MessageStatus | undefined
  /** Of those that failed. */
  errorCode?: string | undefined
}

const matching = (db: Db, vendorId: VendorId, campaignId: string, { status, errorCode }: MessageFilter) =>
  ofCampaign(db, vendorId, campaignId)
    .$if(status !== undefined, (query) => query.where('status', '=', status as MessageStatus))
    .$if(errorCode !== undefined, (query) =>
      query.where('status', '=', 'FAILED').where('error_code', '=', errorCode as string),
    )

export const listMessages = (
  db: Db,
  vendorId: VendorId,
  campaignId: string,
  filter: MessageFilter,
  slice: Pick<Slice, 'after' | 'limit' | 'offset'>,
) =>
  matching(db, vendorId, campaignId, filter)
    .selectAll()
    .$if(slice.after !== undefined, (query) =>
      query.where('mobile_hash', '>', (eb) =>
        eb
          .selectFrom('message as last')
          .select('last.mobile_hash')
          .where('last.vendor_id', '=', vendorId)
          .where('last.id', '=', slice.after as string),
      ),
    )
    .orderBy('mobile_hash')
    .limit(slice.limit)
    .offset(slice.offset)
    .execute()

export const countMessages = async (db: Db, vendorId: VendorId, campaignId: string, filter: MessageFilter) => {
  const { count } = await matching(db, vendorId, campaignId, filter)
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

const ofCampaign = (db: Db, vendorId: VendorId, campaignId: string) =>
  db.selectFrom('message').where('vendor_id', '=', vendorId).where('campaign_id', '=', campaignId)
