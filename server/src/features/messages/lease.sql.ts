import { sql } from 'kysely'
import type { VendorId } from '../../domain/ids.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import './tables.ts'

export interface LeasedRow {
  vendorId: VendorId
  id: string
  /** How many of the vendor's campaign messages the queue had already. */
  queuedBefore: number
}

/** How many of a campaign's oldest are looked at for what the queue has already: enough to tell much from little. */
const LOOKED_AT = 1_000

export interface Room {
  /** For all together, in even shares: where many wait for little, each gets one before anybody gets two. */
  room: number
  perVendor: number
  /** For each vendor of which the queue has nothing yet, whatever the room. */
  newcomer: number
  /** Of all together, newcomers included. */
  perPoll: number
}

/**
 * Leases due messages of these campaigns, newcomers first. What is leased lies at the head of the index, so looking past
 * it is cheap as long as the queue is kept short.
 */
export const leaseOfCampaigns = async (
  db: Db,
  campaigns: readonly { vendorId: VendorId; campaignId: string }[],
  most: Room,
  leaseSeconds: number,
  now: Date,
): Promise<LeasedRow[]> => {
  const { rows } = await sql<LeasedRow>`
    with asked as (
      select * from unnest(${campaigns.map(({ vendorId }) => vendorId)}::uuid[],
                           ${campaigns.map(({ campaignId }) => campaignId)}::uuid[])
        with ordinality as a (vendor_id, campaign_id, place)
    ), waiting as materialized (
      select a.*, (select count(*)::integer from (
                     select leased_until from message
                      where vendor_id = a.vendor_id and campaign_id = a.campaign_id and status = 'QUEUED'
                        and due_at <= ${now}
                      order by due_at, id limit ${LOOKED_AT}
                   ) head where leased_until >= clock_timestamp()) as queued
        from asked a
       where exists (select 1 from message m
                      where m.vendor_id = a.vendor_id and m.campaign_id = a.campaign_id and m.status = 'QUEUED'
                        and m.due_at <= ${now} and m.leased_until < clock_timestamp())
    ), vendors as (
      select vendor_id, min(place) as place, count(*) as campaigns, sum(queued)::integer as queued
        from waiting group by vendor_id
    ), shares as (
      select *, least(${most.perVendor}::integer, greatest(
               (${most.room}::integer + count(*) over () - 1) / count(*) over (),
               case when queued > 0 then 0
                    else least(${most.newcomer}::integer, greatest(1, ${most.perPoll}::integer / count(*) over ())) end)) as share
        from vendors
    ), due as (
      select m.vendor_id, m.id
        from shares s
        join waiting w using (vendor_id),
             lateral (
               select vendor_id, id from message
                where vendor_id = w.vendor_id and campaign_id = w.campaign_id and status = 'QUEUED'
                  and due_at <= ${now} and leased_until < clock_timestamp()
                order by due_at, id limit (s.share + s.campaigns - 1) / s.campaigns
                for update skip locked
             ) m
       order by s.queued > 0, s.place, w.place
       limit ${most.perPoll}
    ), leased as (
      update message
         set leased_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
        from due
       where message.vendor_id = due.vendor_id and message.id = due.id
      returning message.vendor_id, message.id, message.due_at
    )
    select l.vendor_id as "vendorId", l.id, s.queued as "queuedBefore"
      from leased l join shares s using (vendor_id)
     order by s.place, l.due_at, l.id`.execute(db)
  return rows
}

/** How many of the oldest are looked at; a vendor that floods this has the others wait for one poll longer. */
const SINGLES_LOOKED_AT = 1_000

/** The same of messages outside campaigns, the oldest first. */
export const leaseSingles = async (
  db: Db,
  most: { room: number; perVendor: number },
  leaseSeconds: number,
  now: Date,
): Promise<Omit<LeasedRow, 'queuedBefore'>[]> => {
  const { rows } = await sql<Omit<LeasedRow, 'queuedBefore'>>`
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

export const releaseLeases = async (tx: Tx, vendorId: VendorId, ids: readonly string[]) => {
  await sql`update message set leased_until = '-infinity'
             where vendor_id = ${vendorId} and id = any(${ids}::uuid[]) and status = 'QUEUED'`.execute(tx)
}
