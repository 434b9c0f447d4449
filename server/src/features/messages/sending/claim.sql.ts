import { type RawBuilder, sql } from 'kysely'
import type { VendorId } from '../../../domain/ids.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import { PREPARED } from '../../../platform/db/prepared.ts'
import type { MessageKind } from '../tables.ts'

export interface QueuedRow {
  id: string
  campaignId: string | null
  kind: MessageKind
  contactId: string | null
  mobileHash: Buffer
  retryCount: number
  dueAt: Date
  createdAt: Date
  contentCipher: Buffer | null
}

export const findQueued = async (
  db: Db,
  vendorId: VendorId,
  ids: readonly string[],
  now: Date,
): Promise<QueuedRow[]> => {
  const { rows } = await sql<QueuedRow>`${PREPARED}
    select id, kind, created_at as "createdAt", campaign_id as "campaignId", contact_id as "contactId", mobile_hash as "mobileHash",
           retry_count as "retryCount", due_at as "dueAt", content_cipher as "contentCipher"
      from message
     where vendor_id = ${vendorId} and id = any(${ids}::uuid[]) and status = 'QUEUED' and due_at <= ${now}
     order by due_at, id`.execute(db)
  return rows
}

/**
 * `running` selects the ids of running campaigns with a share lock, so that they stay running until the commit. Claim
 * and reply routes are one statement, because the permits for the calls expire quickly.
 */
export const claimCampaignMessages = async (
  db: Db,
  vendorId: VendorId,
  messages: readonly { id: string; routeHash: Buffer }[],
  running: RawBuilder<{ id: string }>,
  leaseSeconds: number,
  now: Date,
): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`${PREPARED}
    with running_campaigns as materialized (${running}), requested_messages as materialized (
      select * from unnest(${messages.map(({ id }) => id)}::uuid[],
                           ${messages.map(({ routeHash }) => routeHash)}::bytea[]) as a (id, route_hash)
    ), locked_messages as materialized (
      select m.id from message m
       where m.vendor_id = ${vendorId} and m.id in (select id from requested_messages) and m.status = 'QUEUED'
         and m.campaign_id in (select id from running_campaigns)
       order by m.id for update of m
    ), claimed_messages as (
      update message m
         set status = 'SENDING', sending_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
        from locked_messages
       where m.vendor_id = ${vendorId} and m.id = locked_messages.id
      returning m.id
    ), upserted_routes as (
      insert into message_route (route_hash, vendor_id, message_id, wrote_at)
      select distinct on (r.route_hash) r.route_hash, ${vendorId}::uuid, r.id, ${now}::timestamptz
        from requested_messages r join claimed_messages on claimed_messages.id = r.id
       order by r.route_hash, r.id desc
      on conflict (route_hash, vendor_id) do update
         set message_id = excluded.message_id, wrote_at = greatest(message_route.wrote_at, excluded.wrote_at)
    )
    select id from claimed_messages`.execute(db)
  return rows.map(({ id }) => id)
}

export const claimSingles = async (
  tx: Tx,
  vendorId: VendorId,
  ids: readonly string[],
  leaseSeconds: number,
): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    update message
       set status = 'SENDING', sending_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
     where vendor_id = ${vendorId} and id = any(${ids}::uuid[]) and status = 'QUEUED' and campaign_id is null
    returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Locked, so that the decision about their money still holds when they are claimed. */
export const lockQueuedSingles = (tx: Tx, vendorId: VendorId, ids: readonly string[]) =>
  tx
    .selectFrom('message')
    .select(['id', 'cost_minor_unit as costMinorUnit'])
    .where('vendor_id', '=', vendorId)
    .where('id', 'in', ids)
    .where('status', '=', 'QUEUED')
    .where('campaign_id', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
