import { sql } from 'kysely'
import type { VendorId } from '../../../domain/ids.ts'
import type { MessageStatus } from '../../../domain/messaging/settlement.ts'
import type { Db } from '../../../platform/db/db.ts'
import '../tables.ts'

export interface Period {
  from: Date
  /** Exclusive. */
  until: Date
  timezone: string
}

export interface DayRow {
  /** YYYY-MM-DD in the vendor's time zone. */
  day: string
  countryCode: string
  status: MessageStatus
  count: bigint
  /** Accepted by the provider, whatever their status is now. */
  accepted: bigint
  read: bigint
  /** Charged messages only. */
  spentMinorUnit: bigint
}

/** Messages of these campaigns that were sent or failed in a period. Served by the index on the campaign. */
export const campaignFiguresByDay = async (
  db: Db,
  vendorId: VendorId,
  campaignIds: readonly string[],
  period: Period,
) => (await figuresByDay(vendorId, sql`campaign_id = any(${campaignIds}::uuid[])`, period).execute(db)).rows

/** The same for messages outside campaigns. */
export const singleFiguresByDay = async (db: Db, vendorId: VendorId, period: Period) =>
  (await figuresByDay(vendorId, sql`campaign_id is null`, period).execute(db)).rows

const figuresByDay = (
  vendorId: VendorId,
  which: ReturnType<typeof sql>,
  { from, until, timezone }: Period,
) => sql<DayRow>`
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

/** Counts up to `limit`. */
export const countSentSince = async (db: Db, vendorId: VendorId, since: Date, limit: number) => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
      from (select from message
             where vendor_id = ${vendorId} and created_at >= ${since} and sent_at is not null
             limit ${limit}) sent`.execute(db)
  return rows[0]?.count ?? 0
}
