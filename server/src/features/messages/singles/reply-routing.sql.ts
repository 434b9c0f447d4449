import { sql } from 'kysely'
import type { VendorId } from '../../../domain/ids.ts'
import type { Tx } from '../../../platform/db/db.ts'
import '../tables.ts'

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
