// The relay leases a few messages of every vendor in one statement.

import { sql } from 'kysely'
import type { VendorId } from '../../../domain/ids.ts'
import type { Db } from '../../../platform/db/db.ts'
import { PREPARED } from '../../../platform/db/prepared.ts'
import '../tables.ts'

export interface LeasedRow {
  vendorId: VendorId
  id: string
  /** How many campaign messages of the vendor the queue already had. */
  queuedBefore: number
}

/** Messages in the queue are counted up to this number, which is enough to tell a long queue from a short one. */
const QUEUED_COUNTED_MAX = 1_000

/** Sorts before every id. */
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

export interface LeaseLimits {
  /** Shared evenly by all vendors: every vendor gets its first message before any gets its second. */
  capacity: number
  perVendor: number
  /** For each vendor without messages in the queue, regardless of the capacity. */
  perIdleVendor: number
  /** For all vendors together, idle vendors included. */
  perPoll: number
}

/** Creates the missing rows, so that the lease has a row to lock for each campaign. */
export const insertRelayPlaces = async (
  db: Db,
  campaigns: readonly { vendorId: VendorId; campaignId: string }[],
): Promise<void> => {
  await sql`${PREPARED}
    insert into relay_place (vendor_id, campaign_id)
    select * from unnest(${campaigns.map(({ vendorId }) => vendorId)}::uuid[],
                         ${campaigns.map(({ campaignId }) => campaignId)}::uuid[]) as a (vendor_id, campaign_id)
     where not exists (select from relay_place r where r.vendor_id = a.vendor_id and r.campaign_id = a.campaign_id)
    on conflict do nothing`.execute(db)
}

/**
 * Leases due messages of these campaigns, those of idle vendors first. The relay place of a campaign says how far its
 * messages were leased; the lease takes the messages after it and advances it. No message row is written, and messages
 * that the queue already has are not read. When the oldest leased message has been queued for longer than a lease, the
 * queue is assumed to have lost the campaign's messages, and the place is reset to the beginning.
 */
export const leaseCampaignMessages = async (
  db: Db,
  campaigns: readonly { vendorId: VendorId; campaignId: string }[],
  limits: LeaseLimits,
  leaseSeconds: number,
  now: Date,
): Promise<LeasedRow[]> => {
  const { rows } = await sql<LeasedRow>`${PREPARED}
    with requested_campaigns as (
      select * from unnest(${campaigns.map(({ vendorId }) => vendorId)}::uuid[],
                           ${campaigns.map(({ campaignId }) => campaignId)}::uuid[])
        with ordinality as a (vendor_id, campaign_id, position)
    ), locked_places as materialized (
      select a.position, r.* from relay_place r join requested_campaigns a using (vendor_id, campaign_id)
         for update of r skip locked
    ), places_with_oldest as materialized (
      select locked.*, m.due_at as oldest_due_at, m.id as oldest_id
        from locked_places locked
        left join lateral (
          select due_at, id from message
           where vendor_id = locked.vendor_id and campaign_id = locked.campaign_id and status = 'QUEUED'
             and (due_at, id) >= (locked.first_due_at, locked.first_message_id)
             and (due_at, id) <= (locked.due_at, locked.message_id)
           order by due_at, id limit 1
        ) m on true
    ), current_places as materialized (
      select oldest.vendor_id, oldest.campaign_id, oldest.position, f.*, stuck.*, lost.*,
             case when is_lost then '-infinity' else oldest.due_at end as due_at,
             case when is_lost then ${FIRST_ID}::uuid else oldest.message_id end as message_id
        from places_with_oldest oldest,
             lateral (select coalesce(oldest_due_at, due_at) as first_due_at,
                             coalesce(oldest_id, message_id) as first_id) f,
             lateral (select (f.first_due_at, f.first_id) = (oldest.first_due_at, oldest.first_message_id)
                          as is_stuck) stuck,
             lateral (select is_stuck
                         and first_since < clock_timestamp() - make_interval(secs => ${leaseSeconds}) as is_lost) lost
    ), campaigns_with_due as materialized (
      select place.*, (select count(*)::integer from (
                     select from message
                      where vendor_id = place.vendor_id and campaign_id = place.campaign_id
                        and status = 'QUEUED'
                        and (due_at, id) >= (place.first_due_at, place.first_id)
                        and (due_at, id) <= (place.due_at, place.message_id)
                      limit ${QUEUED_COUNTED_MAX}
                   ) head) as queued
        from current_places place
       where exists (select from message m
                      where m.vendor_id = place.vendor_id and m.campaign_id = place.campaign_id
                        and m.status = 'QUEUED' and (m.due_at, m.id) > (place.due_at, place.message_id)
                        and m.due_at <= ${now})
    ), vendors_with_due as (
      select vendor_id, min(position) as position, count(*) as campaigns, sum(queued)::integer as queued
        from campaigns_with_due group by vendor_id
    ), vendor_shares as (
      select *, least(${limits.perVendor}::integer, greatest(
               (${limits.capacity}::integer + count(*) over () - 1) / count(*) over (),
               case when queued > 0 then 0
                    else least(${limits.perIdleVendor}::integer,
                               greatest(1, ${limits.perPoll}::integer / count(*) over ())) end)) as share
        from vendors_with_due
    ), leased_messages as materialized (
      select due.vendor_id, due.campaign_id, m.id, m.due_at, s.position, s.queued
        from vendor_shares s
        join campaigns_with_due due using (vendor_id),
             lateral (
               select id, due_at from message
                where vendor_id = due.vendor_id and campaign_id = due.campaign_id and status = 'QUEUED'
                  and (due_at, id) > (due.due_at, due.message_id) and due_at <= ${now}
                order by due_at, id limit (s.share + s.campaigns - 1) / s.campaigns
             ) m
       order by s.queued > 0, s.position, due.position, m.due_at, m.id
       limit ${limits.perPoll}
    ), last_leased as (
      select distinct on (vendor_id, campaign_id) vendor_id, campaign_id, due_at, id
        from leased_messages order by vendor_id, campaign_id, due_at desc, id desc
    ), updated_places as (
      update relay_place r
         set due_at = coalesce(last.due_at, place.due_at), message_id = coalesce(last.id, place.message_id),
             first_due_at = least(place.first_due_at, place.due_at),
             first_message_id = case when place.is_lost then ${FIRST_ID} else place.first_id end,
             first_since = case when place.is_stuck and not place.is_lost then r.first_since else clock_timestamp() end
        from current_places place left join last_leased last using (vendor_id, campaign_id)
       where r.vendor_id = place.vendor_id and r.campaign_id = place.campaign_id
         and (last.id is not null or place.is_lost or not place.is_stuck)
    )
    select vendor_id as "vendorId", id, queued as "queuedBefore"
      from leased_messages order by position, due_at, id`.execute(db)
  return rows
}

/** Only the oldest rows are considered. A vendor that fills them all delays the others by one poll. */
const SINGLES_SCANNED_MAX = 1_000

/** Leases messages outside campaigns, the oldest first. Their lease is a column of the message row. */
export const leaseSingles = async (
  db: Db,
  limits: { capacity: number; perVendor: number },
  leaseSeconds: number,
  now: Date,
): Promise<Omit<LeasedRow, 'queuedBefore'>[]> => {
  const { rows } = await sql<Omit<LeasedRow, 'queuedBefore'>>`${PREPARED}
    with oldest_singles as materialized (
      select vendor_id, id, due_at from message
       where status = 'QUEUED' and campaign_id is null and due_at <= ${now} and leased_until < clock_timestamp()
       order by due_at, vendor_id, id limit ${SINGLES_SCANNED_MAX}
    ), selected_singles as (
      select vendor_id, id from (
        select *, row_number() over (partition by vendor_id order by due_at, id) as n from oldest_singles
      ) numbered where n <= ${limits.perVendor} order by n, due_at limit ${limits.capacity}
    ), locked_singles as (
      select m.vendor_id, m.id from message m join selected_singles s on m.vendor_id = s.vendor_id and m.id = s.id
       where m.status = 'QUEUED' and m.leased_until < clock_timestamp()
       for update of m skip locked
    )
    update message
       set leased_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
      from locked_singles
     where message.vendor_id = locked_singles.vendor_id and message.id = locked_singles.id
    returning message.vendor_id as "vendorId", message.id`.execute(db)
  return rows
}
