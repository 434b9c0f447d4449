// The sweep finds the messages that are due for every vendor.

import { type RawBuilder, sql } from 'kysely'
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

/**
 * The oldest unfunded message of each vendor whose wallet covers it, and of each vendor that is closed or being closed.
 * The recursive part skips from vendor to vendor, so that vendors without money take no place among them.
 */
export const listResumable = async (db: Db, limit: number) => {
  const oldestUnfunded = (condition: RawBuilder<unknown>) => sql`
    select m.vendor_id, m.cost_minor_unit from message m
     where m.status = 'QUEUED' and m.campaign_id is null and m.due_at = 'infinity' and ${condition}
     order by m.vendor_id, m.id limit 1`
  const { rows } = await sql<{ vendorId: VendorId; costMinorUnit: bigint }>`
    with recursive waiting_vendors as (
      (${oldestUnfunded(sql`true`)})
      union all
      select following.* from waiting_vendors w cross join lateral (${oldestUnfunded(sql`m.vendor_id > w.vendor_id`)}) following
    )
    select w.vendor_id as "vendorId", w.cost_minor_unit as "costMinorUnit"
      from waiting_vendors w
      cross join lateral (select status from vendor where id = w.vendor_id limit 1) v
      cross join lateral (select balance_minor_unit as balance, in_flight_minor_unit as in_flight
                            from wallet where vendor_id = w.vendor_id limit 1) money
     where v.status in ('CLOSING', 'CLOSED')
        or v.status = 'ACTIVE' and balance > 0 and balance >= in_flight + w.cost_minor_unit
     limit ${limit}`.execute(db)
  return rows
}
