import { sql } from 'kysely'
import type { VendorId } from '../../../domain/ids.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import { SLOTS_PER_ROW } from '../staging/slots.ts'
import type { PreviewTotals } from '../tables.ts'

/** What the contacts in these slots contribute to the totals of the preview. */
export const summariseSlots = async (db: Db, vendorId: VendorId, jobId: string, slots: readonly bigint[]) => {
  const { rows } = await sql<PreviewTotals>`
    select count(*)::int as items,
           count(*) filter (where warnings <> '{}' or exists (
             select from staged_duplicate d
              where d.vendor_id = ${vendorId} and d.job_id = ${jobId} and d.first_place = s.place))::int as "warningItems",
           count(*) filter (where action = 'CREATE')::int as "CREATE",
           count(*) filter (where action = 'UPDATE')::int as "UPDATE",
           count(*) filter (where action = 'MERGE')::int as "MERGE",
           count(*) filter (where action = 'SKIP')::int as "SKIP",
           count(*) filter (where action = 'CREATE')::int as "totalNewContacts",
           count(*) filter (where action <> 'CREATE')::int as "totalExistingContacts",
           count(*) filter (where name_changed)::int as "contactsWithUpdatedNames",
           count(*) filter (where labels_added)::int as "contactsWithNewLabels",
           coalesce(bit_xor(result_digest) filter (where action <> 'CREATE'), 0)::text as "resultDigest"
      from staged_contact s
     where vendor_id = ${vendorId} and job_id = ${jobId} and place = any(${slots}::bigint[])
       and not exists (select from staged_duplicate d
                        where d.vendor_id = ${vendorId} and d.job_id = ${jobId} and d.place = s.place)`.execute(db)
  return rows[0] as PreviewTotals
}

/** How many of these rows have a warning, or a number that occurs in an earlier row. */
export const countWarnedRows = async (db: Db, vendorId: VendorId, jobId: string, rows: readonly number[]) => {
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::int as count from unnest(${rows}::int[]) r (row_index)
     where exists (select from staged_contact s
                    where s.vendor_id = ${vendorId} and s.job_id = ${jobId} and s.warnings <> '{}'
                      and s.place >= r.row_index::bigint * ${SLOTS_PER_ROW}
                      and s.place < (r.row_index::bigint + 1) * ${SLOTS_PER_ROW})
        or exists (select from staged_duplicate d
                    where d.vendor_id = ${vendorId} and d.job_id = ${jobId}
                      and d.place >= r.row_index::bigint * ${SLOTS_PER_ROW}
                      and d.place < (r.row_index::bigint + 1) * ${SLOTS_PER_ROW})`.execute(db)
  return counted[0]?.count ?? 0
}

/** The contacts in these slots have changed in this version of the review. */
export const saveVersion = (tx: Tx, vendorId: VendorId, jobId: string, slots: readonly bigint[], version: number) =>
  sql`
    update staged_contact set result_version = ${version}
     where vendor_id = ${vendorId} and job_id = ${jobId} and place = any(${slots}::bigint[])`.execute(tx)
