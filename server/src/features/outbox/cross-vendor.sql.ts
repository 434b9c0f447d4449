// The relay leases a few rows of every vendor in one statement.

import { sql } from 'kysely'
import { OUTBOX_ROWS_PER_POLL_MAX, OUTBOX_ROWS_PER_VENDOR_MAX } from '../../domain/fair-share.ts'
import type { VendorId } from '../../domain/ids.ts'
import type { Db } from '../../platform/db/db.ts'

export interface OutboxRow {
  vendorId: VendorId
  id: string
  jobName: string
  payload: Record<string, unknown>
  traceparent: string | null
}

/** Vendors per poll; most have nothing due. */
const VENDORS_PER_POLL_MAX = 100

/** The leased rows, and the vendor after which the next poll continues. Undefined when the round is complete. */
interface Poll {
  rows: OutboxRow[]
  continueAfter: VendorId | undefined
}

/**
 * Leases due rows of many vendors, a few of each, so that one vendor's backlog never delays another's single mail. The
 * recursive part skips from vendor to vendor through the index, in the order of their ids. Each poll continues where
 * the previous one ended, so that every vendor gets its turn. Safe with any number of relays.
 */
export const leaseDue = async (
  db: Db,
  now: Date,
  afterVendor: VendorId | undefined,
  leaseSeconds: number,
): Promise<Poll> => {
  const start = afterVendor === undefined ? sql`true` : sql`vendor_id > ${afterVendor}`
  const { rows: candidates } = await sql<Omit<OutboxRow, 'id'> & { id: string | null; n: number }>`
    with recursive vendors as (
      (select vendor_id, 1 as n from outbox_event where ${start} order by vendor_id limit 1)
      union all
      select next.vendor_id, vendors.n + 1
        from vendors, lateral (
          select vendor_id from outbox_event where vendor_id > vendors.vendor_id order by vendor_id limit 1
        ) next
       where vendors.n < ${VENDORS_PER_POLL_MAX}
    ), due_events as (
      select event.vendor_id, event.id
        from vendors,
             lateral (
               select vendor_id, id from outbox_event
                where vendor_id = vendors.vendor_id and due_at <= ${now} and leased_until < clock_timestamp()
                order by due_at, id limit ${OUTBOX_ROWS_PER_VENDOR_MAX}
                for update skip locked
             ) event
       order by vendors.n
       limit ${OUTBOX_ROWS_PER_POLL_MAX}
    ), leased_events as (
      update outbox_event
         set leased_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
        from due_events
       where outbox_event.vendor_id = due_events.vendor_id and outbox_event.id = due_events.id
      returning outbox_event.*
    )
    select vendors.n, vendors.vendor_id as "vendorId", leased.id, leased.job_name as "jobName", leased.payload,
           leased.traceparent
      from vendors left join leased_events leased on leased.vendor_id = vendors.vendor_id
     order by vendors.n, leased.due_at, leased.id`.execute(db)
  const rows = candidates.filter((row): row is typeof row & { id: string } => row.id !== null)
  if (rows.length === OUTBOX_ROWS_PER_POLL_MAX) return { rows, continueAfter: rows.at(-1)?.vendorId }
  const last = candidates.at(-1)
  return { rows, continueAfter: last?.n === VENDORS_PER_POLL_MAX ? last.vendorId : undefined }
}
