// The counters of all vendors.

import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/db.ts'

/**
 * Counters are raised in the order of their keys, so that two processes cannot deadlock; changes that another process
 * takes are skipped.
 */
export async function addUpChanges(tx: Tx, limit: number): Promise<number> {
  const { rows } = await sql<{ changes: number }>`
    with taken as (
      delete from message_count_change where (vendor_id, id) in (
        select x.vendor_id, x.id from message_count_change x order by x.vendor_id, x.id limit ${limit}
           for update skip locked)
      returning *
    ), raised as (
      insert into message_count (vendor_id, campaign_id, quarter_hour, country_code, status, settled_as,
             messages, accepted, read, cost_minor_unit)
      select vendor_id, campaign_id, quarter_hour, country_code, status, settled_as,
             sum(messages), sum(accepted), sum(read), sum(cost_minor_unit)
        from taken group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
      on conflict (vendor_id, campaign_id, quarter_hour, country_code, status, settled_as) do update
         set messages = message_count.messages + excluded.messages, accepted = message_count.accepted + excluded.accepted,
             read = message_count.read + excluded.read,
             cost_minor_unit = message_count.cost_minor_unit + excluded.cost_minor_unit
    )
    select count(*)::int as changes from taken`.execute(tx)
  return rows[0]?.changes ?? 0
}
