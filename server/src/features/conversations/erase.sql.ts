import { sql } from 'kysely'
import type { VendorId } from '../../domain/ids.ts'
import type { Tx } from '../../platform/db/db.ts'
import './tables.ts'

export const eraseInbound = async (tx: Tx, vendorId: VendorId, limit: number) => {
  const { numAffectedRows } = await sql`
    delete from inbound_message where vendor_id = ${vendorId} and id in (
      select x.id from inbound_message x where x.vendor_id = ${vendorId} order by x.id limit ${limit})`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

export const eraseAutoReplies = (tx: Tx, vendorId: VendorId) =>
  tx.deleteFrom('auto_reply').where('vendor_id', '=', vendorId).execute()
