import { type Generated, sql } from 'kysely'
import { OUTBOX_ROWS_PER_POLL_MAX, OUTBOX_ROWS_PER_VENDOR_MAX } from '../../domain/fair-share.ts'
import type { VendorId } from '../../domain/ids.ts'
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
      deferrals: Generated<number>
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
      closed_at: Date | null
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

/** How many vendors one poll looks at; most have nothing due. */
const VENDORS_PER_POLL_MAX = 100

/** What one poll leased, and the vendor behind which the next one goes on; undefined: all have had their turn. */
export interface Poll {
  rows: OutboxRow[]
  goOnAfter: VendorId | undefined
}

/**
 * Leases due rows of many vendors: a few of each, so that one vendor's flood never holds up another's single mail. The
 * walk jumps from vendor to vendor through the index, in the order of their ids, and each poll goes on where the one
 * before ended, so that each has its turn however many there are. Any number of relays may do this at once.
 */
export const leaseDue = async (
  db: Db,
  now: Date,
  afterVendor: VendorId | undefined,
  leaseSeconds: number,
): Promise<Poll> => {
  const start = afterVendor === undefined ? sql`true` : sql`vendor_id > ${afterVendor}`
  const { rows: walked } = await sql<Omit<OutboxRow, 'id'> & { id: string | null; n: number }>`
    with recursive walk as (
      (select vendor_id, 1 as n from outbox_event where ${start} order by vendor_id limit 1)
      union all
      select next.vendor_id, walk.n + 1
        from walk, lateral (
          select vendor_id from outbox_event where vendor_id > walk.vendor_id order by vendor_id limit 1
        ) next
       where walk.n < ${VENDORS_PER_POLL_MAX}
    ), due as (
      select event.vendor_id, event.id
        from walk,
             lateral (
               select vendor_id, id from outbox_event
                where vendor_id = walk.vendor_id and due_at <= ${now} and leased_until < clock_timestamp()
                order by due_at, id limit ${OUTBOX_ROWS_PER_VENDOR_MAX}
                for update skip locked
             ) event
       order by walk.n
       limit ${OUTBOX_ROWS_PER_POLL_MAX}
    ), leased as (
      update outbox_event
         set leased_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
        from due
       where outbox_event.vendor_id = due.vendor_id and outbox_event.id = due.id
      returning outbox_event.*
    )
    select walk.n, walk.vendor_id as "vendorId", leased.id, leased.job_name as "jobName", leased.payload
      from walk left join leased on leased.vendor_id = walk.vendor_id
     order by walk.n, leased.due_at, leased.id`.execute(db)
  const rows = walked.filter((row): row is typeof row & { id: string } => row.id !== null)
  if (rows.length === OUTBOX_ROWS_PER_POLL_MAX) return { rows, goOnAfter: rows.at(-1)?.vendorId }
  const last = walked.at(-1)
  return { rows, goOnAfter: last?.n === VENDORS_PER_POLL_MAX ? last.vendorId : undefined }
}

export const deleteEvent = (db: Db, vendorId: VendorId, id: string) =>
  db.deleteFrom('outbox_event').where('vendor_id', '=', vendorId).where('id', '=', id).execute()

export const deleteEvents = (tx: Tx, vendorId: VendorId, ids: Record<string, string>) =>
  tx
    .deleteFrom('outbox_event')
    .where('vendor_id', '=', vendorId)
    .where(sql<boolean>`payload @> ${JSON.stringify(ids)}::jsonb`)
    .execute()

/** Puts the row off to a later time, unless that was done `most` times already. */
export const deferEvent = async (
  tx: Tx,
  vendorId: VendorId,
  id: string,
  most: number,
  dueAfter: (n: number) => Date,
) => {
  const row = await tx
    .selectFrom('outbox_event')
    .select('deferrals')
    .where('vendor_id', '=', vendorId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row || row.deferrals >= most) return false
  await tx
    .updateTable('outbox_event')
    .set({ deferrals: row.deferrals + 1, due_at: dueAfter(row.deferrals), leased_until: sql`'-infinity'` })
    .where('vendor_id', '=', vendorId)
    .where('id', '=', id)
    .execute()
  return true
}

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
    .onConflict((oc) => oc.columns(['vendor_id', 'id']).doUpdateSet(diedAgain(letter)))
    .execute()

/** What was replayed in vain is new again. */
const diedAgain = (letter: { reason: string; attempts: number; now: Date }) => ({
  reason: letter.reason,
  attempts: letter.attempts,
  created_at: letter.now,
  replayed_at: null,
  closed_at: null,
})

export const insertWebhookLetter = (
  tx: Tx,
  vendorId: VendorId,
  letter: { id: string; name: string; reason: string; attempts: number; now: Date },
) =>
  tx
    .insertInto('dead_letter')
    .values({
      vendor_id: vendorId,
      id: letter.id,
      kind: 'WEBHOOK',
      name: letter.name,
      payload: JSON.stringify({ inboxId: letter.id }),
      reason: letter.reason,
      attempts: letter.attempts,
      created_at: letter.now,
    })
    .onConflict((oc) => oc.columns(['vendor_id', 'id']).doUpdateSet(diedAgain(letter)))
    .execute()
