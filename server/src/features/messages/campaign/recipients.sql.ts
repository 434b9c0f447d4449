import { type RawBuilder, sql } from 'kysely'
import type { VendorId } from '../../../domain/ids.ts'
import type { RetryRule } from '../../../domain/messaging/provider-errors.ts'
import type { Category } from '../../../domain/money/pricing.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import '../tables.ts'

/** Contacts to write to: id, mobile_hash and country_code. */
export type RecipientQuery = RawBuilder<{ id: string; mobile_hash: Buffer; country_code: string }>

export interface NewRecipients {
  campaignId: string
  category: Category
  /** What a message to each country costs, and how many more may be written to there. */
  countries: readonly { countryCode: string; unitMinorUnit: bigint; room: number }[]
  /** In the order of mobile_hash: behind this one, and before that one. */
  after: Buffer | undefined
  before: Buffer | undefined
  now: Date
}

/** How many were added, by country. A number that the campaign has is not added again. */
export const insertRecipients = async (
  tx: Tx,
  vendorId: VendorId,
  { campaignId, category, countries, after, before, now }: NewRecipients,
  recipients: RecipientQuery,
) => {
  const { rows } = await sql<{ countryCode: string; count: number }>`
    with priced as (
      select * from unnest(
        ${countries.map(({ countryCode }) => countryCode)}::text[],
        ${countries.map(({ unitMinorUnit }) => unitMinorUnit.toString())}::bigint[],
        ${countries.map(({ room }) => room)}::int[]) as p (country_code, unit, room)
    ), wanted as (
      select r.id, r.mobile_hash, r.country_code,
             row_number() over (partition by r.country_code order by r.mobile_hash) as n
        from (${recipients}) r
       where ${after === undefined ? sql`true` : sql`r.mobile_hash > ${after}`}
         and ${before === undefined ? sql`true` : sql`r.mobile_hash < ${before}`}
    ), added as (
      insert into message (vendor_id, id, campaign_id, kind, contact_id, mobile_hash, country_code, category,
          cost_minor_unit, due_at, created_at)
      select ${vendorId}, ${newIdIn()}, ${campaignId}, 'CAMPAIGN', w.id, w.mobile_hash, w.country_code, ${category},
             p.unit, ${now}, ${now}
        from wanted w
        join priced p on p.country_code = w.country_code and w.n <= p.room
        cross join lateral (select uuid_send(gen_random_uuid()) as bytes where w.n > 0) chance
       order by w.mobile_hash
      on conflict on constraint message_recipient_unique do nothing
      returning country_code
    )
    select country_code as "countryCode", count(*)::int as count from added group by country_code`.execute(tx)
  return rows
}

export const countQueued = async (db: Db, vendorId: VendorId, campaignId: string) =>
  db
    .selectFrom('message')
    .select([
      'country_code as countryCode',
      sql<number>`count(*)::int`.as('count'),
      sql<bigint>`sum(cost_minor_unit)::bigint`.as('costMinorUnit'),
    ])
    .where('vendor_id', '=', vendorId)
    .where('campaign_id', '=', campaignId)
    .where('status', '=', 'QUEUED')
    .groupBy('country_code')
    .execute()

export const repriceQueued = async (
  tx: Tx,
  vendorId: VendorId,
  campaignId: string,
  { category, units }: { category: Category; units: readonly { countryCode: string; unitMinorUnit: bigint }[] },
) => {
  await sql`
    update message m set category = ${category}, cost_minor_unit = p.unit
      from unnest(
        ${units.map(({ countryCode }) => countryCode)}::text[],
        ${units.map(({ unitMinorUnit }) => unitMinorUnit.toString())}::bigint[]) as p (country_code, unit)
     where m.vendor_id = ${vendorId} and m.campaign_id = ${campaignId} and m.status = 'QUEUED'
       and m.country_code = p.country_code`.execute(tx)
}

export interface FailedOf {
  campaignId: string
  rules: readonly RetryRule[]
  /** By then they had failed, and the time that a rule asks for had passed. */
  asOf: Date
  /** Campaigns that have tried some of them again already. */
  triedBy: readonly string[]
}

/** The numbers that a campaign did not reach and another one may, for statements of other slices to select from. */
export const failedQuery = (vendorId: VendorId, of: FailedOf): RawBuilder<{ mobile_hash: Buffer }> => sql`
  select f.mobile_hash from message f
    join unnest(${of.rules.map(({ code }) => code)}::text[], ${of.rules.map(({ afterSeconds }) => afterSeconds)}::int[])
      as r (code, after_seconds)
      on r.code = f.error_code and f.failed_at <= ${of.asOf}::timestamptz - make_interval(secs => r.after_seconds)
   where f.vendor_id = ${vendorId} and f.campaign_id = ${of.campaignId} and f.status = 'FAILED'
     and not exists (
       select from message t
        where t.vendor_id = ${vendorId} and t.campaign_id = any(${of.triedBy}::uuid[])
          and t.mobile_hash = f.mobile_hash and t.status <> 'CANCELLED')`

/** A UUIDv7 as platform/ids.ts makes them, for rows that never pass through the process. */
const newIdIn = () => sql`encode(
  set_byte(
    overlay(chance.bytes placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6),
    6, get_byte(chance.bytes, 6) & 15 | 112), 'hex')::uuid`

export const findLastRecipient = async (db: Db, vendorId: VendorId, campaignId: string) => {
  const row = await db
    .selectFrom('message')
    .select('mobile_hash as mobileHash')
    .where('vendor_id', '=', vendorId)
    .where('campaign_id', '=', campaignId)
    .orderBy('mobile_hash', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.mobileHash
}

export const countRecipients = async (db: Db, vendorId: VendorId, campaignId: string) =>
  db
    .selectFrom('message')
    .select(['country_code as countryCode', sql<number>`count(*)::int`.as('count')])
    .where('vendor_id', '=', vendorId)
    .where('campaign_id', '=', campaignId)
    .groupBy('country_code')
    .execute()

/** How many rows the planner believes the log to have; -1 before it was ever looked at. */
export const estimatedRows = async (db: Db) => {
  const { rows } = await sql<{
    n: number
  }>`select reltuples::float8 as n from pg_class where oid = 'message'::regclass`.execute(db)
  return rows[0]?.n ?? -1
}

export const analyzeMessages = (db: Db) => sql`analyze message`.execute(db)
