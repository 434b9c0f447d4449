import { type Generated, sql } from 'kysely'
import type { VendorId } from '../../domain/ids.ts'
import { OUTBOX_ROWS_PER_POLL_MAX, OUTBOX_ROWS_PER_VENDOR_MAX } from '../../domain/limits.ts'
import type { Db, Tx } from '../../platform/db/db.ts'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    outbox_event: {
      vendor_id: VendorId
      id: string
      job_name: string
      payload: unknown
      due_at: Date
      leased_until: Generated<Date>
      created_at: Date
    }
    dead_letter: {
      vendor_id: VendorId
      id: string
      kind: 'WEBHOOK' | 'JOB' | 'MESSAGE'
      name: string
      payload: unknown
      reason: string
      attempts: number
      created_at: Date
      replayed_at: Date | null
    }
  }
}

export interface OutboxRow {
  vendorId: VendorId
  id: string
  jobName: string
  payload: Record<string, unknown>
}

export const insertEvents = (
  tx: Tx,
  vendorId: VendorId,
  rows: { id: string; jobName: string; payload: unknown; dueAt: Date; createdAt: Date }[],
) =>
  tx
    .insertInto('outbox_event')
    .values(
      rows.map((row) => ({
        vendor_id: vendorId,
        id: row.id,
        job_name: row.jobName,
        payload: JSON.stringify(row.payload),
        due_at: row.dueAt,
        created_at: row.createdAt,
      })),
    )
    .execute()

/**
 * Leases due rows of all vendors: a few of each, so that one vendor's flood never holds up another's single mail. The
 * walk over vendors jumps from one to the next through the index, starting behind `afterVendor`, so that with more
 * vendors than fit one poll each has its turn. Any number of relays may do this at once.
 */
export const leaseDue = async (db: Db, now: Date, afterVendor: string, leaseSeconds: number) => {
  const { rows } = await sql<OutboxRow>`
    with recursive waiting as (
      (select vendor_id, 0 as lap, 1 as n from outbox_event where vendor_id > ${afterVendor} order by vendor_id limit 1)
      union all
      select next.vendor_id, waiting.lap, waiting.n + 1
        from waiting, lateral (
          select vendor_id from outbox_event where vendor_id > waiting.vendor_id order by vendor_id limit 1
        ) next
       where waiting.n < ${VENDORS_PER_POLL_MAX}
    ), from_start as (
      (select vendor_id, 1 as lap, 1 as n from outbox_event where vendor_id <= ${afterVendor} order by vendor_id limit 1)
      union all
      select next.vendor_id, from_start.lap, from_start.n + 1
        from from_start, lateral (
          select vendor_id from outbox_event
           where vendor_id > from_start.vendor_id and vendor_id <= ${afterVendor}
           order by vendor_id limit 1
        ) next
       where from_start.n < ${VENDORS_PER_POLL_MAX}
    ), due as (
      select event.vendor_id, event.id
        from (select vendor_id, lap from waiting union all select vendor_id, lap from from_start) vendor,
             lateral (
               select vendor_id, id from outbox_event
                where vendor_id = vendor.vendor_id and due_at <= ${now} and leased_until < clock_timestamp()
                order by due_at, id limit ${OUTBOX_ROWS_PER_VENDOR_MAX}
                for update skip locked
             ) event
       order by vendor.lap, event.vendor_id
       limit ${OUTBOX_ROWS_PER_POLL_MAX}
    )
    update outbox_event
       set leased_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
      from due
     where outbox_event.vendor_id = due.vendor_id and outbox_event.id = due.id
    returning outbox_event.vendor_id as "vendorId", outbox_event.id, job_name as "jobName", payload`.execute(db)
  return rows
}
const VENDORS_PER_POLL_MAX = 100

export const deleteEvent = (db: Db, vendorId: VendorId, id: string) =>
  db.deleteFrom('outbox_event').where('vendor_id', '=', vendorId).where('id', '=', id).execute()

export const insertDeadLetter = (
  tx: Tx,
  vendorId: VendorId,
  letter: { id: string; name: string; payload: unknown; reason: string; attempts: number; now: Date },
) =>
  tx
    .insertInto('dead_letter')
    .values({
      vendor_id: vendorId,
      id: letter.id,
      kind: 'JOB',
      name: letter.name,
      payload: JSON.stringify(letter.payload),
      reason: letter.reason,
      attempts: letter.attempts,
      created_at: letter.now,
    })
    .onConflict((oc) => oc.doNothing())
    .execute()
