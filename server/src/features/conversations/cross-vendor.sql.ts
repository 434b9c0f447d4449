// The provider names an incoming message before its vendor is known; old messages of all vendors are purged together.

import { sql } from 'kysely'
import { PLATFORM } from '../../domain/ids.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import './tables.ts'

const ROWS_PER_PURGE_MAX = 10_000

/** Which of these messages are stored already, for any vendor. */
export const findKnownWamids = async (db: Db, wamids: readonly string[]): Promise<Set<string>> => {
  if (wamids.length === 0) return new Set()
  const rows = await db.selectFrom('inbound_message').select('wamid').where('wamid', 'in', wamids).execute()
  return new Set(rows.map(({ wamid }) => wamid))
}

/** Deletes old unassigned messages, and clears the routing hash of the others. */
export const purgeInboundBefore = async (tx: Tx, before: Date) => {
  const expiredMessages = sql`
    select vendor_id, id from inbound_message where octet_length(route_hash) > 0 and received_at <= ${before}
     order by received_at limit ${ROWS_PER_PURGE_MAX} for update skip locked`
  await sql`
    with expired_messages as materialized (${expiredMessages}), deleted_messages as (
      delete from inbound_message i using expired_messages e
       where i.vendor_id = ${PLATFORM} and i.vendor_id = e.vendor_id and i.id = e.id
    )
    update inbound_message i set route_hash = ''
      from expired_messages e
     where i.vendor_id <> ${PLATFORM} and i.vendor_id = e.vendor_id and i.id = e.id`.execute(tx)
}
