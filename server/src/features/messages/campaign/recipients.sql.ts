import { type RawBuilder, sql } from 'kysely'
import type { VendorId } from '../../../domain/ids.ts'
import type { RetryRule } from '../../../domain/messaging/provider-errors.ts'
import type { Category } from '../../../domain/money/pricing.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import '../tables.ts'

/** Selects contacts: id, mobile_hash and country_code. */
export type RecipientQuery = RawBuilder<{ id: string; mobile_hash: Buffer; country_code: string }>

export interface NewRecipients {
  campaignId: string
  category: Category
  /** The price of a message to each country, and how many more recipients the country may get. */
  countries: readonly { countryCode: string; unitMinorUnit: bigint; remaining: number }[]
  /** Bounds of mobile_hash, both exclusive. */
  after: Buffer | undefined
  before: Buffer | undefined
  now: Date
}

/** Returns how many were inserted by country. A number that the campaign already has is skipped. */
export const insertRecipients = async (
  tx: Tx,
  vendorId: VendorId,
  { campaignId, category, countries, after, before, now }: NewRecipients,
  recipients: RecipientQuery,
) => {
  const { rows } = await sql<{ countryCode: string; count: number }>`
    with priced_countries as (
      select * from unnest(
        ${countries.map(({ countryCode }) => countryCode)}::text[],
        ${countries.map(({ unitMinorUnit }) => unitMinorUnit.toString())}::bigint[],
        ${countries.map(({ remaining }) => remaining)}::int[]) as p (country_code, unit, remaining)
    ), candidates as (
      select r.id, r.mobile_hash, r.country_code,
             row_number() over (partition by r.country_code order by r.mobile_hash) as n
        from (${recipients}) r
       where ${after === undefined ? sql`true` : sql`r.mobile_hash > ${after}`}
         and ${before === undefined ? sql`true` : sql`r.mobile_hash < ${before}`}
    ), inserted_messages as (
      insert into message (vendor_id, id, campaign_id, kind, contact_id, mobile_hash, country_code, category,
          cost_minor_unit, due_at, created_at)
      select ${vendorId}, ${newUuidV7()}, ${campaignId}, 'CAMPAIGN', c.id, c.mobile_hash, c.country_code, ${category},
             p.unit, ${now}, ${now}
        from candidates c
        join priced_countries p on p.country_code = c.country_code and c.n <= p.remaining
        cross join lateral (select uuid_send(gen_random_uuid()) as bytes where c.n > 0) random
       order by c.mobile_hash
      on conflict on constraint message_recipient_unique do nothing
      returning country_code
    )
    select country_code as "countryCode", count(*)::int as count
      from inserted_messages group by country_code`.execute(tx)
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

interface FailedSelection {
  campaignId: string
  rules: readonly RetryRule[]
  /** They had failed by then, and the waiting time of their rule was over. */
  asOf: Date
  /** Retry campaigns, whose recipients are not selected again. */
  retriedBy: readonly string[]
}

/** Numbers that a campaign failed to reach and a retry may reach. Other slices select from this query. */
export const failedRecipientsQuery = (
  vendorId: VendorId,
  of: FailedSelection,
): RawBuilder<{ mobile_hash: Buffer }> => sql`
  select f.mobile_hash from message f
    join unnest(${of.rules.map(({ code }) => code)}::text[], ${of.rules.map(({ afterSeconds }) => afterSeconds)}::int[])
      as r (code, after_seconds)
      on r.code = f.error_code and f.failed_at <= ${of.asOf}::timestamptz - make_interval(secs => r.after_seconds)
   where f.vendor_id = ${vendorId} and f.campaign_id = ${of.campaignId} and f.status = 'FAILED'
     and not exists (
       select from message t
        where t.vendor_id = ${vendorId} and t.campaign_id = any(${of.retriedBy}::uuid[])
          and t.mobile_hash = f.mobile_hash and t.status <> 'CANCELLED')`

/** A UUIDv7 like those of platform/ids.ts, for rows that are created inside the database. */
const newUuidV7 = () => sql`encode(
  set_byte(
    overlay(random.bytes placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6),
    6, get_byte(random.bytes, 6) & 15 | 112), 'hex')::uuid`

export const findLastRecipientHash = async (db: Db, vendorId: VendorId, campaignId: string) => {
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
