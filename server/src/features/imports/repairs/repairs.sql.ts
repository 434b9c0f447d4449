import { sql } from 'kysely'
import type { VendorId } from '../../../domain/ids.ts'
import { NUMBERS_PER_ROW_MAX } from '../../../domain/imports/rows/contacts-of-row.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import { SLOTS_PER_ROW } from '../staging/slots.ts'
import type { RowRange } from '../staging/staging.sql.ts'
import type { ChangedRow, RowCounts } from './change-rows.ts'

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

/** Adds to the counts and votes of chunks. */
export const addToChunks = (
  tx: Tx,
  vendorId: VendorId,
  jobId: string,
  changed: readonly { firstRow: number; counts: RowCounts; votes: Readonly<Record<string, number>> }[],
) => {
  const counts = (key: keyof RowCounts) => sql`${changed.map((chunk) => chunk.counts[key])}::int[]`
  return sql`
    update import_chunk c
       set valid_rows = c.valid_rows + changed.valid, invalid_rows = c.invalid_rows + changed.invalid,
           excluded_rows = c.excluded_rows + changed.excluded, warning_rows = c.warning_rows + changed.warned,
           contacts = c.contacts + changed.contacts,
           votes = (select coalesce(jsonb_object_agg(country, count), '{}')
                      from (select key as country, sum(value::int)::int as count
                              from (select * from jsonb_each_text(c.votes)
                                    union all select * from jsonb_each_text(changed.votes::jsonb)) v
                             group by key) summed where count <> 0)
      from unnest(${changed.map(({ firstRow }) => firstRow)}::int[], ${counts('validRows')}, ${counts('invalidRows')},
                  ${counts('excludedRows')}, ${counts('warningRows')}, ${counts('contacts')},
                  ${changed.map(({ votes }) => JSON.stringify(votes))}::text[])
             as changed (first_row, valid, invalid, excluded, warned, contacts, votes)
     where c.vendor_id = ${vendorId} and c.job_id = ${jobId} and c.first_row = changed.first_row`.execute(tx)
}

/** The chunks that contain corrected cells. */
export const chunksWithRepairedCells = async (db: Db, vendorId: VendorId, jobId: string) => {
  const { rows } = await sql<{ firstRow: number }>`
    select first_row as "firstRow" from import_chunk c
     where vendor_id = ${vendorId} and job_id = ${jobId}
       and exists (select from import_repair r
                    where r.vendor_id = ${vendorId} and r.job_id = ${jobId} and r.cells_cipher is not null
                      and r.row_index between c.first_row and c.last_row)`.execute(db)
  return new Set(rows.map(({ firstRow }) => firstRow))
}

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

export interface NumberOfRow {
  slot: bigint
  hash: Buffer
}

/** The slots of some rows with the hashes of their numbers. */
export const numbersOfRows = async (db: Db, vendorId: VendorId, jobId: string, rowIndexes: readonly number[]) => {
  const { rows } = await sql<NumberOfRow>`
    select s.place as slot, s.mobile_hash as hash from ${contactsOfRows(vendorId, jobId, rowIndexes)}`.execute(db)
  return rows
}

/** Removes what is staged of some rows, except for their duplicates and duplicate flags. */
export const deleteStagedRows = async (
  tx: Tx,
  vendorId: VendorId,
  jobId: string,
  rows: readonly number[],
  slots: readonly bigint[],
) => {
  await sql`
    delete from staged_contact where vendor_id = ${vendorId} and job_id = ${jobId}
       and place = any(${slots}::bigint[])`.execute(tx)
  await sql`
    delete from staged_opt_out where vendor_id = ${vendorId} and job_id = ${jobId}
       and place = any(${slots}::bigint[])`.execute(tx)
  await sql`
    delete from staged_failure where vendor_id = ${vendorId} and job_id = ${jobId}
       and row_index = any(${rows}::int[])`.execute(tx)
}

export const deleteDuplicates = (tx: Tx, vendorId: VendorId, jobId: string, slots?: readonly bigint[]) =>
  sql`
    delete from staged_duplicate where vendor_id = ${vendorId} and job_id = ${jobId}
       ${slots ? sql`and place = any(${slots}::bigint[])` : sql``}`.execute(tx)
