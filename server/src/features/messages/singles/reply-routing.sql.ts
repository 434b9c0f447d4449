import { sql } from 'kysely'
import type { VendorId } from '../../../domain/ids.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import '../tables.ts'

const ROWS_PER_PURGE_MAX = 10_000

export interface Route {
  routeHash: Buffer
  messageId: string
}

/** `routes` must contain each number once. */
export const upsertRoutes = async (tx: Tx, vendorId: VendorId, routes: readonly Route[], now: Date) => {
  await sql`
    insert into message_route (route_hash, vendor_id, message_id, wrote_at)
    select route_hash, ${vendorId}, message_id, ${now}
      from unnest(${routes.map(({ routeHash }) => routeHash)}::bytea[],
                  ${routes.map(({ messageId }) => messageId)}::uuid[]) as r (route_hash, message_id)
     order by route_hash
    on conflict (route_hash, vendor_id) do update
       set message_id = excluded.message_id, wrote_at = greatest(message_route.wrote_at, excluded.wrote_at)`.execute(tx)
}

export interface RecentSender {
  vendorId: VendorId
  messageId: string
  wroteAt: Date
}

/** Vendors that wrote to this number since then, the most recent first. */
export const findRecentSenders = (db: Db, routeHash: Buffer, since: Date): Promise<RecentSender[]> =>
  db
    .selectFrom('message_route')
    .select(['vendor_id as vendorId', 'message_id as messageId', 'wrote_at as wroteAt'])
    .where('route_hash', '=', routeHash)
    .where('wrote_at', '>', since)
    .orderBy('wrote_at', 'desc')
    .orderBy('vendor_id')
    .execute()

export const deleteRoutesBefore = async (tx: Tx, before: Date) => {
  await sql`
    delete from message_route where (route_hash, vendor_id) in (
      select route_hash, vendor_id from message_route where wrote_at <= ${before}
       order by wrote_at limit ${ROWS_PER_PURGE_MAX} for update skip locked)`.execute(tx)
}
