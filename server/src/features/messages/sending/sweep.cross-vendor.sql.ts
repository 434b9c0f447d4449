// The sweep finds the messages that are due for every vendor.

import { sql } from 'kysely'
import type { VendorId } from '../../../domain/ids.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import '../tables.ts'

/** Their worker died or took longer than its lease, so they may have been sent. */
export const expireSending = async (tx: Tx, limit: number): Promise<number> => {
  const { rows } = await sql<{ id: string }>`
    update message m set status = 'UNKNOWN', sending_until = null
      from (select vendor_id, id from message where status = 'SENDING' and sending_until < clock_timestamp()
             order by sending_until limit ${limit} for update skip locked) expired
     where m.vendor_id = expired.vendor_id and m.id = expired.id
    returning m.id`.execute(tx)
  return rows.length
}

/** The oldest unfunded message of each vendor that has any. */
export const listOldestUnfunded = async (db: Db, limit: number) => {
  const { rows } = await sql<{ vendorId: VendorId; id: string; costMinorUnit: bigint }>`
    select distinct on (vendor_id) vendor_id as "vendorId", id, cost_minor_unit as "costMinorUnit"
      from message where status = 'QUEUED' and campaign_id is null and due_at = 'infinity'
     order by vendor_id, id limit ${limit}`.execute(db)
  return rows
}
