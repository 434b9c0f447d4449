import { sql } from 'kysely'
import { PLATFORM } from '../../../src/domain/ids.ts'
import type { Db } from '../../../src/platform/db/db.ts'

/** The counters that differ from what there is, for vendors that have been counted. */
export const countMissing = async (db: Db) => {
  const { rows } = await sql`
    with present as (
      select vendor_id, 'COUNTRY' as subject, country_code as key, count(*) as rows from contact group by 1, 3
      union all select vendor_id, 'LABEL', label_id::text, count(*) from contact_label group by 1, 3
      union all select vendor_id, 'LIST', list_id::text, count(*) from contact_list_member group by 1, 3
      union all select vendor_id, 'CAMPAIGN', status, count(*) from campaign group by 1, 3
      union all select vendor_id, 'VENDOR_AUDIT', action, count(*) from vendor_audit_entry group by 1, 3
      union all select ${PLATFORM}::uuid, 'AUDIT', action, count(*) from audit_entry group by 3
      union all select ${PLATFORM}::uuid, 'DEAD_LETTER', kind, count(*) from dead_letter group by 3
    ), counted as (
      select vendor_id, subject, key, sum(rows) as rows
        from (select vendor_id, subject, key, rows from row_count
              union all select vendor_id, subject, key, change from row_count_change) parts
       group by 1, 2, 3
    )
    select vendor_id, subject, key, present.rows, counted.rows as counted
      from present full join counted using (vendor_id, subject, key)
     where coalesce(present.rows, 0) <> coalesce(counted.rows, 0)
       and vendor_id not in (select vendor_id from row_recount)`.execute(db)
  return rows
}

/** The figures of messages that differ from what there is, for vendors that have been counted. */
export const countMissingMessages = async (db: Db) => {
  const { rows } = await sql`
    with present as (
      select vendor_id, campaign_id, date_bin('15 minutes', coalesce(sent_at, failed_at), 'epoch') as quarter_hour,
             country_code, status, settled_as, 1 as messages, (sent_at is not null)::int as accepted,
             (read_at is not null)::int as read, cost_minor_unit
        from message
    ), kept as (
      select vendor_id, campaign_id, quarter_hour, country_code, status, settled_as, messages, accepted, read,
             cost_minor_unit from message_count
      union all
      select vendor_id, campaign_id, quarter_hour, country_code, status, settled_as, messages, accepted, read,
             cost_minor_unit from message_count_change
    )
    select vendor_id, campaign_id, quarter_hour, country_code, status, settled_as, sum(sign * messages) as messages,
           sum(sign * accepted) as accepted, sum(sign * read) as read, sum(sign * cost_minor_unit) as cost
      from (select *, 1 as sign from present union all select *, -1 from kept) both_sides
     where vendor_id not in (select vendor_id from message_recount)
     group by 1, 2, 3, 4, 5, 6
    having sum(sign * messages) <> 0 or sum(sign * accepted) <> 0 or sum(sign * read) <> 0
        or sum(sign * cost_minor_unit) <> 0`.execute(db)
  return rows
}
