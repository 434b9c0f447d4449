import { sql } from 'kysely'
import type { VendorId } from '../../../domain/ids.ts'
import { NUMBERS_PER_ROW_MAX } from '../../../domain/imports/rows/contacts-of-row.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import { firstSlotOf, SLOTS_PER_ROW } from '../staging/slots.ts'
import type { RowRange } from '../staging/staging.sql.ts'
import type { ChangedRow, RowCounts } from './change-rows.ts'

export interface RepairRow {
  rowIndex: number
  isExcluded: boolean
  cellsCipher: Buffer | null
  digest: bigint
}

export const listRepairs = (db: Db, vendorId: VendorId, jobId: string, { firstRow, lastRow }: RowRange) =>
  db
    .selectFrom('import_repair')
    .select(['row_index as rowIndex', 'is_excluded as isExcluded', 'cells_cipher as cellsCipher', 'digest'])
    .where('vendor_id', '=', vendorId)
    .where('job_id', '=', jobId)
    .where('row_index', '>=', firstRow)
    .where('row_index', '<=', lastRow)
    .orderBy('row_index')
    .execute()

/** Rows that are as in the file again have no repair any more. */
export const saveRepairs = async (tx: Tx, vendorId: VendorId, jobId: string, rows: readonly ChangedRow[]) => {
  const isRepair = ({ isExcluded, cellsCipher }: ChangedRow) => isExcluded || cellsCipher !== null
  const repaired = rows.filter(isRepair)
  const restored = rows.filter((row) => !isRepair(row))
  if (restored.length > 0)
    await sql`
      delete from import_repair where vendor_id = ${vendorId} and job_id = ${jobId}
         and row_index = any(${restored.map((row) => row.rowIndex)}::int[])`.execute(tx)
  if (repaired.length > 0)
    await sql`
      insert into import_repair (vendor_id, job_id, row_index, is_excluded, cells_cipher, digest)
      select ${vendorId}, ${jobId}, *
        from unnest(${repaired.map((row) => row.rowIndex)}::int[], ${repaired.map((row) => row.isExcluded)}::boolean[],
                    ${repaired.map((row) => row.cellsCipher && Buffer.from(row.cellsCipher))}::bytea[],
                    ${repaired.map((row) => row.digest)}::bigint[])
      on conflict (vendor_id, job_id, row_index) do update
         set is_excluded = excluded.is_excluded, cells_cipher = excluded.cells_cipher,
             digest = excluded.digest`.execute(tx)
}

/** Adds to the counts and votes of a chunk. */
export const addToChunk = (
  tx: Tx,
  vendorId: VendorId,
  jobId: string,
  firstRow: number,
  counts: RowCounts,
  votes: Readonly<Record<string, number>>,
) =>
  sql`
    update import_chunk
       set valid_rows = valid_rows + ${counts.validRows}, invalid_rows = invalid_rows + ${counts.invalidRows},
           excluded_rows = excluded_rows + ${counts.excludedRows}, warning_rows = warning_rows + ${counts.warningRows},
           contacts = contacts + ${counts.contacts},
           votes = (select coalesce(jsonb_object_agg(country, count), '{}')
                      from (select key as country, sum(value::int)::int as count
                              from (select * from jsonb_each_text(votes)
                                    union all select * from jsonb_each_text(${JSON.stringify(votes)}::jsonb)) v
                             group by key) summed where count <> 0)
     where vendor_id = ${vendorId} and job_id = ${jobId} and first_row = ${firstRow}`.execute(tx)

/** Rows of a range that failed for this reason. */
export const rowsFailedWith = async (
  db: Db,
  vendorId: VendorId,
  jobId: string,
  { firstRow, lastRow }: RowRange,
  reason: string,
) => {
  const { rows } = await sql<{ rowIndex: number }>`
    select row_index as "rowIndex" from staged_failure
     where vendor_id = ${vendorId} and job_id = ${jobId} and row_index between ${firstRow} and ${lastRow}
       and reason = ${reason}`.execute(db)
  return new Set(rows.map(({ rowIndex }) => rowIndex))
}

/** The contacts of some rows. The lateral join finds each row by index, whatever the planner expects of a range. */
const contactsOfRows = (vendorId: VendorId, jobId: string, rows: readonly number[]) => sql`
  unnest(${rows}::int[]) changed_rows (row_index)
    cross join lateral (
      select * from staged_contact
       where vendor_id = ${vendorId} and job_id = ${jobId}
         and place >= changed_rows.row_index::bigint * ${SLOTS_PER_ROW}
         and place < (changed_rows.row_index::bigint + 1) * ${SLOTS_PER_ROW}
       order by place limit ${NUMBERS_PER_ROW_MAX}) s`

export const hashesOfRows = async (db: Db, vendorId: VendorId, jobId: string, rows: readonly number[]) => {
  const { rows: found } = await sql<{ hash: Buffer }>`
    select distinct s.mobile_hash as hash from ${contactsOfRows(vendorId, jobId, rows)}`.execute(db)
  return found.map(({ hash }) => hash)
}

/** Removes what is staged of some rows of a chunk, except for their duplicates and duplicate flags. */
export const deleteStagedRows = async (tx: Tx, vendorId: VendorId, jobId: string, rows: readonly number[]) => {
  await sql`
    delete from staged_contact where vendor_id = ${vendorId} and job_id = ${jobId}
       and place >= ${firstSlotOf(Math.min(...rows))} and place < ${firstSlotOf(Math.max(...rows) + 1)}
       and place in (select s.place from ${contactsOfRows(vendorId, jobId, rows)})`.execute(tx)
  await sql`
    delete from staged_opt_out o using unnest(${rows}::int[]) changed_rows (row_index)
     where o.vendor_id = ${vendorId} and o.job_id = ${jobId}
       and o.place >= changed_rows.row_index::bigint * ${SLOTS_PER_ROW}
       and o.place < (changed_rows.row_index::bigint + 1) * ${SLOTS_PER_ROW}`.execute(tx)
  await sql`
    delete from staged_failure where vendor_id = ${vendorId} and job_id = ${jobId}
       and row_index = any(${rows}::int[])`.execute(tx)
}

export const deleteDuplicates = (tx: Tx, vendorId: VendorId, jobId: string, slots?: readonly bigint[]) =>
  sql`
    delete from staged_duplicate where vendor_id = ${vendorId} and job_id = ${jobId}
       ${slots ? sql`and place = any(${slots}::bigint[])` : sql``}`.execute(tx)
