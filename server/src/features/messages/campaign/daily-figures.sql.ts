import { sql } from 'kysely'
import type { VendorId } from '../../../domain/ids.ts'
import type { MessageStatus } from '../../../domain/messaging/settlement.ts'
import type { Db } from '../../../platform/db/db.ts'
import '../tables.ts'

export interface Period {
  from: Date
  /** Not part of it. */
  until: Date
  timezone: string
}

export interface DayRow {
  /** YYYY-MM-DD, where the vendor is. */
  day: string
  countryCode: string
  status: MessageStatus
  count: bigint
  /** Taken by the provider, whatever became of them. */
  accepted: bigint
  read: bigint
  /** Of those that were charged. */
  spentMinorUnit: bigint
}

/** What left in a period, or failed to, of these campaigns: their own index leads there. */
export const dailyOfCampaigns = async (db: Db, vendorId: VendorId, campaignIds: readonly string[], period: Period) =>
  (await daily(vendorId, sql`campaign_id = any(${campaignIds}::uuid[])`, period).execute(db)).rows

/** The same of messages outside campaigns. */
export const dailyOfSingles = async (db: Db, vendorId: VendorId, period: Period) =>
  (await daily(vendorId, sql`campaign_id is null`, period).execute(db)).rows

const daily = (vendorId: VendorId, which: ReturnType<typeof sql>, { from, until, timezone }: Period) => sql<DayRow>`
  select to_char(day, 'YYYY-MM-DD') as day, country_code as "countryCode", status, count, accepted, read,
         coalesce(spent, 0)::bigint as "spentMinorUnit"
    from (
      select (coalesce(sent_at, failed_at) at time zone ${timezone})::date as day, country_code, status,
             count(*) as count, count(sent_at) as accepted, count(read_at) as read,
             sum(cost_minor_unit) filter (where settled_as = 'CAPTURED') as spent
        from message
       where vendor_id = ${vendorId} and ${which}
         and coalesce(sent_at, failed_at) >= ${from} and coalesce(sent_at, failed_at) < ${until}
       group by 1, 2, 3) figures
   order by 1, 2, 3`

/** At most `limit`, however many there are. */
export const countSentSince = async (db: Db, vendorId: VendorId, since: Date, limit: number) => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
      from (select from message
             where vendor_id = ${vendorId} and created_at >= ${since} and sent_at is not null
             limit ${limit}) sent`.execute(db)
  return rows[0]?.count ?? 0
}
