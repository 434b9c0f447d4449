// A reply's number leads to the vendors that wrote to it; old rows of all vendors are purged together.

import { sql } from 'kysely'
import type { VendorId } from '../../../domain/ids.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import '../tables.ts'

const ROWS_PER_PURGE_MAX = 10_000

/** Clears the content of test messages that will not be sent any more. */
export const clearTestContentBefore = async (tx: Tx, before: Date) => {
  await sql`
    update message set content_cipher = null
     where ctid = any(array(
       select x.ctid from message x
        where x.kind = 'TEST' and x.content_cipher is not null and x.created_at <= ${before}
          and x.status not in ('QUEUED', 'SENDING')
        order by x.created_at limit ${ROWS_PER_PURGE_MAX} for update skip locked))`.execute(tx)
}

export interface RecentSender {
  vendorId: VendorId
  messageId: string
  wroteAt: Date
}

/** Vendors that wrote to this number since then, the most recent first. */
export const findRecentSenders = (db: Db, routeHashes: readonly Buffer[], since: Date): Promise<RecentSender[]> =>
  db
    .selectFrom('message_route')
    .select(['vendor_id as vendorId', 'message_id as messageId', 'wrote_at as wroteAt'])
    .where('route_hash', 'in', routeHashes)
    .where('wrote_at', '>', since)
    .orderBy('wrote_at', 'desc')
    .orderBy('vendor_id')
    .execute()

export const deleteRoutesBefore = async (tx: Tx, before: Date) => {
  await sql`
    delete from message_route where ctid = any(array(
      select x.ctid from message_route x where x.wrote_at <= ${before}
       order by x.wrote_at limit ${ROWS_PER_PURGE_MAX} for update skip locked))`.execute(tx)
}
