import { sql } from 'kysely'
import type { VendorId } from '../../../domain/ids.ts'
import type { MessageStatus, SettledAs } from '../../../domain/messaging/settlement.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'

/** Counters are quick to read. Counting the messages themselves reads every one in question. */
export type CountSource = 'COUNTERS' | 'MESSAGES'

const selectCounts = (vendorId: VendorId, source: CountSource) =>
  source === 'COUNTERS' ? keptCounts(vendorId) : presentCounts(vendorId)

/** The counters, and what has not been added to them yet. */
const keptCounts = (vendorId: VendorId) => sql`
  select campaign_id, quarter_hour, country_code, status, settled_as, messages, accepted, read, cost_minor_unit
    from message_count where vendor_id = ${vendorId}
  union all
  select campaign_id, quarter_hour, country_code, status, settled_as, messages, accepted, read, cost_minor_unit
    from message_count_change where vendor_id = ${vendorId}`

const presentCounts = (vendorId: VendorId) => sql`
  select campaign_id, date_bin('15 minutes', coalesce(sent_at, failed_at), 'epoch') as quarter_hour, country_code, status,
         settled_as, 1::bigint as messages, (sent_at is not null)::int as accepted, (read_at is not null)::int as read,
         cost_minor_unit
    from message where vendor_id = ${vendorId}`

export interface StatusRow {
  campaignId: string
  status: MessageStatus
  settledAs: SettledAs | null
  count: bigint
  read: bigint
  costMinorUnit: bigint
}

export const listByStatus = async (db: Db, vendorId: VendorId, source: CountSource, campaignIds: readonly string[]) => {
  const { rows } = await sql<StatusRow>`
    select campaign_id as "campaignId", status, settled_as as "settledAs", sum(messages)::bigint as count,
           sum(read)::bigint as read, sum(cost_minor_unit)::bigint as "costMinorUnit"
      from (${selectCounts(vendorId, source)}) counts where campaign_id = any(${campaignIds}::uuid[])
     group by 1, 2, 3 having sum(messages) > 0`.execute(db)
  return rows
}

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

/** By the day on which messages were sent or failed. */
export const listByDay = async (db: Db, vendorId: VendorId, source: CountSource, { from, until, timezone }: Period) => {
  const { rows } = await sql<DayRow>`
    select to_char(day, 'YYYY-MM-DD') as day, country_code as "countryCode", status, count, accepted, read,
           coalesce(spent, 0) as "spentMinorUnit"
      from (
        select (quarter_hour at time zone ${timezone})::date as day, country_code, status,
               sum(messages)::bigint as count, sum(accepted)::bigint as accepted, sum(read)::bigint as read,
               (sum(cost_minor_unit) filter (where settled_as = 'CAPTURED'))::bigint as spent
          from (${selectCounts(vendorId, source)}) counts
         where quarter_hour >= ${from} and quarter_hour < ${until}
         group by 1, 2, 3 having sum(messages) > 0) figures
     order by 1, 2, 3`.execute(db)
  return rows
}

/** Counts up to `limit`. */
export const countSentSince = async (db: Db, vendorId: VendorId, since: Date, limit: number) => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
      from (select from message
             where vendor_id = ${vendorId} and created_at >= ${since} and sent_at is not null
             limit ${limit}) sent`.execute(db)
  return rows[0]?.count ?? 0
}

export async function insertMissingCounts(tx: Tx, vendorId: VendorId) {
  await sql`
    with present as (${presentCounts(vendorId)}), kept as (${keptCounts(vendorId)})
    insert into message_count_change (vendor_id, campaign_id, quarter_hour, country_code, status, settled_as,
           messages, accepted, read, cost_minor_unit)
    select ${vendorId}, campaign_id, quarter_hour, country_code, status, settled_as,
           sum(sign * messages), sum(sign * accepted), sum(sign * read), sum(sign * cost_minor_unit)
      from (select *, 1 as sign from present union all select *, -1 from kept) counts
     group by 2, 3, 4, 5, 6
    having sum(sign * messages) <> 0 or sum(sign * accepted) <> 0 or sum(sign * read) <> 0
        or sum(sign * cost_minor_unit) <> 0`.execute(tx)
}
