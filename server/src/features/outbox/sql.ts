import { type Generated, sql } from 'kysely'
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
      traceparent: string | null
    }
  }
}

export const insertEvents = (
  tx: Tx,
  vendorId: VendorId,
  rows: { id: string; jobName: string; payload: unknown; dueAt: Date; createdAt: Date; traceparent?: string | null }[],
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
        traceparent: row.traceparent ?? null,
      })),
    )
    .execute()

export const deleteEvent = (db: Db, vendorId: VendorId, id: string) =>
  db.deleteFrom('outbox_event').where('vendor_id', '=', vendorId).where('id', '=', id).execute()

export const deleteEvents = (tx: Tx, vendorId: VendorId, ids: Record<string, string>) =>
  eventsAbout(tx, vendorId, ids).execute()

/** Those of one job that are due later. */
export const deleteEventsAfter = (
  tx: Tx,
  vendorId: VendorId,
  jobName: string,
  ids: Record<string, string>,
  now: Date,
) => eventsAbout(tx, vendorId, ids).where('job_name', '=', jobName).where('due_at', '>', now).execute()

const eventsAbout = (tx: Tx, vendorId: VendorId, ids: Record<string, string>) =>
  tx
    .deleteFrom('outbox_event')
    .where('vendor_id', '=', vendorId)
    .where(sql<boolean>`payload @> ${JSON.stringify(ids)}::jsonb`)

/** By the database's clock, as the relay's lease. */
export const extendLease = (tx: Tx, vendorId: VendorId, id: string, seconds: number) =>
  tx
    .updateTable('outbox_event')
    .set({ leased_until: sql`clock_timestamp() + make_interval(secs => ${seconds})` })
    .where('vendor_id', '=', vendorId)
    .where('id', '=', id)
    .execute()

/** Defers the row to a later time, at most `deferralsMax` times. */
export const deferEvent = async (
  tx: Tx,
  vendorId: VendorId,
  id: string,
  deferralsMax: number,
  dueAfter: (n: number) => Date,
) => {
  const row = await tx
    .selectFrom('outbox_event')
    .select('deferrals')
    .where('vendor_id', '=', vendorId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row || row.deferrals >= deferralsMax) return false
  await tx
    .updateTable('outbox_event')
    .set({ deferrals: row.deferrals + 1, due_at: dueAfter(row.deferrals), leased_until: sql`'-infinity'` })
    .where('vendor_id', '=', vendorId)
    .where('id', '=', id)
    .execute()
  return true
}
