import { sql } from 'kysely'
import type { VendorId } from '../../../domain/ids.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { SLOTS_PER_ROW } from '../staging/slots.ts'
import '../tables.ts'

export interface Lineage {
  childJobIds: string[]
  /** Distinct failed rows of the job that its children imported. */
  repairedRows: number
}

const CHILDREN_LISTED_MAX = 100

/** For a query of `import_job`. */
export const selectLineage = (vendorId: VendorId) => sql<Lineage>`
  json_build_object(
    'childJobIds', array(select child.id from import_job child
                          where child.vendor_id = ${vendorId} and child.parent_job_id = import_job.id
                          order by child.id limit ${CHILDREN_LISTED_MAX}),
    'repairedRows', (select count(distinct r.row_index)::int from repaired_row r
                      where r.vendor_id = ${vendorId} and r.job_id = import_job.id))`

/** Records the rows of the parent that the valid rows of a chunk correct. */
export const insertRepairedRows = (tx: Tx, vendorId: VendorId, jobId: string, parentJobId: string, firstRow: number) =>
  sql`
    insert into repaired_row (vendor_id, job_id, row_index, child_job_id)
    select distinct ${vendorId}::uuid, ${parentJobId}::uuid, corrected.parent_row, ${jobId}::uuid
      from import_chunk c, unnest(c.corrected_rows, c.parent_rows) as corrected (row_index, parent_row)
     where c.vendor_id = ${vendorId} and c.job_id = ${jobId} and c.first_row = ${firstRow}
       and exists (select from staged_contact s
                    where s.vendor_id = ${vendorId} and s.job_id = ${jobId}
                      and s.place >= corrected.row_index::bigint * ${SLOTS_PER_ROW}
                      and s.place < (corrected.row_index::bigint + 1) * ${SLOTS_PER_ROW})
    on conflict do nothing`.execute(tx)

/** For an import that is taken back. */
export const deleteRepairedRows = (tx: Tx, vendorId: VendorId, jobId: string) =>
  tx.deleteFrom('repaired_row').where('vendor_id', '=', vendorId).where('child_job_id', '=', jobId).execute()
