import { sql } from 'kysely'
import type { VendorId } from '../../../domain/ids.ts'
import type { Tx } from '../../../platform/db/db.ts'
import '../tables.ts'

/**
 * The rows stay, because the ledger refers to them. The number's hash becomes a hash of the message's id, which keeps it
 * unique, without its version byte; the provider's id, which contains the number, is replaced. Returns the last id of the batch.
 */
export const eraseRecipients = async (tx: Tx, vendorId: VendorId, after: string, limit: number) => {
  const { rows } = await sql<{ last: string | null }>`
    with next_messages as materialized (
      select x.id from message x where x.vendor_id = ${vendorId} and x.id > ${after} order by x.id limit ${limit}
    ), erased_messages as (
      update message m
         set contact_id = null, content_cipher = null, 
             mobile_hash = sha256(uuid_send(m.id)) || substring(m.mobile_hash from 33),
             wamid = case when m.wamid is not null then 'erased.' || m.id end
        from next_messages where m.vendor_id = ${vendorId} and m.id = next_messages.id
    )
    select max(id::text) as last from next_messages`.execute(tx)
  return rows[0]?.last ?? undefined
}

export const eraseRoutes = async (tx: Tx, vendorId: VendorId, limit: number) => {
  const { numAffectedRows } = await sql`
    delete from message_route where vendor_id = ${vendorId} and route_hash in (
      select x.route_hash from message_route x where x.vendor_id = ${vendorId} limit ${limit})`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
