import { sql } from 'kysely'
import type { VendorId } from '../../../domain/ids.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import { PREPARED } from '../../../platform/db/prepared.ts'
import '../tables.ts'

export interface LeasedRow {
  vendorId: VendorId
  id: string
  /** How many of the vendor's campaign messages the queue had already. */
  queuedBefore: number
}

/** How many of those that the queue has are counted: enough to tell much from little. */
const LOOKED_AT = 1_000

/** Before every id. */
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

export interface Room {
  /** For all together, in even shares: where many wait for little, each gets one before anybody gets two. */
  room: number
  perVendor: number
  /** For each vendor of which the queue has nothing yet, whatever the room. */
  newcomer: number
  /** Of all together, newcomers included. */
  perPoll: number
}

/** So that each has a row to lock. */
export const insertPlaces = async (
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
 * Leases due messages of these campaigns, newcomers first: those behind the place that the relay has come to in each,
 * which moves on. No message is written, and none that the queue has is looked past. Where the first of those in the
 * queue has not moved for as long as a lease holds, all that waits is taken for lost and begins anew.
 */
export const leaseOfCampaigns = async (
  db: Db,
  campaigns: readonly { vendorId: VendorId; campaignId: string }[],
  most: Room,
  leaseSeconds: number,
  now: Date,
): Promise<LeasedRow[]> => {
  const { rows } = await sql<LeasedRow>`${PREPARED}
    with asked as (
      select * from unnest(${campaigns.map(({ vendorId }) => vendorId)}::uuid[],
                           ${campaigns.map(({ campaignId }) => campaignId)}::uuid[])
        with ordinality as a (vendor_id, campaign_id, place)
    ), known as materialized (
      select a.place, r.* from relay_place r join asked a using (vendor_id, campaign_id) for update of r skip locked
    ), looked as materialized (
      select k.*, m.due_at as waits_due_at, m.id as waits_id
        from known k
        left join lateral (
          select due_at, id from message
           where vendor_id = k.vendor_id and campaign_id = k.campaign_id and status = 'QUEUED'
             and (due_at, id) >= (k.first_due_at, k.first_message_id) and (due_at, id) <= (k.due_at, k.message_id)
           order by due_at, id limit 1
        ) m on true
    ), judged as materialized (
      select l.vendor_id, l.campaign_id, l.place, f.*, stuck.*, lost.*,
             case when is_lost then '-infinity' else l.due_at end as due_at,
             case when is_lost then ${FIRST_ID}::uuid else l.message_id end as message_id
        from looked l,
             lateral (select coalesce(waits_due_at, due_at) as first_due_at, coalesce(waits_id, message_id) as first_id) f,
             lateral (select (f.first_due_at, f.first_id) = (l.first_due_at, l.first_message_id) as is_stuck) stuck,
             lateral (select is_stuck
                         and first_since < clock_timestamp() - make_interval(secs => ${leaseSeconds}) as is_lost) lost
    ), waiting as materialized (
      select j.*, (select count(*)::integer from (
                     select from message
                      where vendor_id = j.vendor_id and campaign_id = j.campaign_id and status = 'QUEUED'
                        and (due_at, id) >= (j.first_due_at, j.first_id) and (due_at, id) <= (j.due_at, j.message_id)
                      limit ${LOOKED_AT}
                   ) head) as queued
        from judged j
       where exists (select from message m
                      where m.vendor_id = j.vendor_id and m.campaign_id = j.campaign_id and m.status = 'QUEUED'
                        and (m.due_at, m.id) > (j.due_at, j.message_id) and m.due_at <= ${now})
    ), vendors as (
      select vendor_id, min(place) as place, count(*) as campaigns, sum(queued)::integer as queued
        from waiting group by vendor_id
    ), shares as (
      select *, least(${most.perVendor}::integer, greatest(
               (${most.room}::integer + count(*) over () - 1) / count(*) over (),
               case when queued > 0 then 0
                    else least(${most.newcomer}::integer, greatest(1, ${most.perPoll}::integer / count(*) over ())) end)) as share
        from vendors
    ), leased as materialized (
      select w.vendor_id, w.campaign_id, m.id, m.due_at, s.place, s.queued
        from shares s
        join waiting w using (vendor_id),
             lateral (
               select id, due_at from message
                where vendor_id = w.vendor_id and campaign_id = w.campaign_id and status = 'QUEUED'
                  and (due_at, id) > (w.due_at, w.message_id) and due_at <= ${now}
                order by due_at, id limit (s.share + s.campaigns - 1) / s.campaigns
             ) m
       order by s.queued > 0, s.place, w.place, m.due_at, m.id
       limit ${most.perPoll}
    ), last as (
      select distinct on (vendor_id, campaign_id) vendor_id, campaign_id, due_at, id
        from leased order by vendor_id, campaign_id, due_at desc, id desc
    ), moved as (
      update relay_place r
         set due_at = coalesce(last.due_at, j.due_at), message_id = coalesce(last.id, j.message_id),
             first_due_at = least(j.first_due_at, j.due_at),
             first_message_id = case when j.is_lost then ${FIRST_ID} else j.first_id end,
             first_since = case when j.is_stuck and not j.is_lost then r.first_since else clock_timestamp() end
        from judged j left join last using (vendor_id, campaign_id)
       where r.vendor_id = j.vendor_id and r.campaign_id = j.campaign_id
         and (last.id is not null or j.is_lost or not j.is_stuck)
    )
    select vendor_id as "vendorId", id, queued as "queuedBefore"
      from leased order by place, due_at, id`.execute(db)
  return rows
}

/** How many of the oldest are looked at; a vendor that floods this has the others wait for one poll longer. */
const SINGLES_LOOKED_AT = 1_000

/** The same of messages outside campaigns, the oldest first; their leases stand in their rows. */
export const leaseSingles = async (
  db: Db,
  most: { room: number; perVendor: number },
  leaseSeconds: number,
  now: Date,
): Promise<Omit<LeasedRow, 'queuedBefore'>[]> => {
  const { rows } = await sql<Omit<LeasedRow, 'queuedBefore'>>`${PREPARED}
    with oldest as materialized (
      select vendor_id, id, due_at from message
       where status = 'QUEUED' and campaign_id is null and due_at <= ${now} and leased_until < clock_timestamp()
       order by due_at, vendor_id, id limit ${SINGLES_LOOKED_AT}
    ), chosen as (
      select vendor_id, id from (
        select *, row_number() over (partition by vendor_id order by due_at, id) as n from oldest
      ) counted where n <= ${most.perVendor} order by n, due_at limit ${most.room}
    ), locked as (
      select m.vendor_id, m.id from message m join chosen c on m.vendor_id = c.vendor_id and m.id = c.id
       where m.status = 'QUEUED' and m.leased_until < clock_timestamp()
       for update of m skip locked
    )
    update message
       set leased_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
      from locked
     where message.vendor_id = locked.vendor_id and message.id = locked.id
    returning message.vendor_id as "vendorId", message.id`.execute(db)
  return rows
}

/** Those of them that still wait can go into the queue again at once; the relay begins anew with their campaigns. */
export const releaseLeases = async (tx: Tx, vendorId: VendorId, ids: readonly string[]) => {
  await sql`
    with waiting as materialized (
      select id, campaign_id from message
       where vendor_id = ${vendorId} and id = any(${ids}::uuid[]) and status = 'QUEUED'
    ), begun as (
      delete from relay_place
       where vendor_id = ${vendorId} and campaign_id in (select campaign_id from waiting)
    )
    update message m set leased_until = '-infinity' from waiting w
     where m.vendor_id = ${vendorId} and m.id = w.id and m.campaign_id is null and m.status = 'QUEUED'`.execute(tx)
}

/** Nothing of the campaign will ever be put into the queue again. */
export const deletePlace = async (tx: Tx, vendorId: VendorId, campaignId: string) => {
  await sql`delete from relay_place where vendor_id = ${vendorId} and campaign_id = ${campaignId}`.execute(tx)
}
