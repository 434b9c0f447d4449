// The counters of all vendors.

import { sql } from 'kysely'
import type { VendorId } from '../../../domain/ids.ts'
import type { Tx } from '../../../platform/db/db.ts'

/**
 * As `addUpChanges` of rows, in ../../../platform/db/row-counts.ts. Counters that no message is left in are deleted: each
 * message passes through several.
 */
export async function addUpChanges(tx: Tx, limit: number): Promise<number> {
  const { changes, emptied } = await raiseCounters(tx, limit)
  if (emptied.length > 0) await deleteCounters(tx, emptied)
  return changes
}

interface Counter {
  vendorId: VendorId
  id: string
}

async function raiseCounters(tx: Tx, limit: number) {
  const { rows } = await sql<{ changes: number; emptied: Counter[] }>`
    with taken as (
      delete from message_count_change where ctid = any(array(
        select x.ctid from message_count_change x order by x.vendor_id, x.id limit ${limit} for update skip locked))
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
      returning vendor_id, id, messages = 0 and accepted = 0 and read = 0 and cost_minor_unit = 0 as is_empty
    )
    select (select count(*)::int from taken) as changes,
           coalesce((select jsonb_agg(jsonb_build_object('vendorId', vendor_id, 'id', id::text))
                       from raised where is_empty), '[]') as emptied`.execute(tx)
  return rows[0] as (typeof rows)[number]
}

/** They are locked since they were raised. */
const deleteCounters = (tx: Tx, counters: readonly Counter[]) =>
  sql`
    delete from message_count
     where (vendor_id, id) in (
       select * from unnest(${counters.map(({ vendorId }) => vendorId)}::uuid[],
         ${counters.map(({ id }) => id)}::bigint[]))`.execute(tx)
