import { type RawBuilder, sql } from 'kysely'
import type { VendorId } from '../../../domain/ids.ts'
import { NUMBERS_PER_ROW_MAX } from '../../../domain/imports/rows/contacts-of-row.ts'
import type { Db } from '../../../platform/db/db.ts'
import { firstSlotOf, SLOTS_PER_ROW } from '../staging/slots.ts'
import type { RowRange } from '../staging/staging.sql.ts'

export const ROW_STATUSES = ['valid', 'warning', 'failed', 'excluded'] as const
export type RowStatus = (typeof ROW_STATUSES)[number]

/** Chunks from a row on that may have rows of this status. */
export const chunksWithStatus = async (
  db: Db,
  vendorId: VendorId,
  jobId: string,
  fromRow: number,
  status: RowStatus | undefined,
): Promise<RowRange[]> => {
  const hasRows = {
    valid: sql`valid_rows > 0`,
    warning: sql`(warning_rows > 0 or exists (
      select from staged_duplicate d
       where d.vendor_id = ${vendorId} and d.job_id = ${jobId} and d.place >= c.first_row::bigint * ${SLOTS_PER_ROW}
         and d.place < (c.last_row::bigint + 1) * ${SLOTS_PER_ROW}))`,
    failed: sql`invalid_rows > 0`,
    excluded: sql`excluded_rows > 0`,
  }
  const { rows } = await sql<RowRange>`
    select first_row as "firstRow", last_row as "lastRow" from import_chunk c
     where vendor_id = ${vendorId} and job_id = ${jobId} and last_row >= ${fromRow}
       and ${status ? hasRows[status] : sql`true`}
     order by first_row`.execute(db)
  return rows
}

/** Rows of a chunk, at most `limit`, in file order. */
export const listRowIndexes = async (
  db: Db,
  vendorId: VendorId,
  jobId: string,
  { firstRow, lastRow }: RowRange,
  status: RowStatus | undefined,
  limit: number,
): Promise<number[]> => {
  const isWarned = sql`(s.warnings <> '{}' or exists (
    select from staged_duplicate d where d.vendor_id = ${vendorId} and d.job_id = ${jobId} and d.place = s.place))`
  const contacts = (having: RawBuilder<unknown>) => sql`
    select (s.place / ${SLOTS_PER_ROW})::int as row_index from staged_contact s
     where vendor_id = ${vendorId} and job_id = ${jobId} and s.place >= ${firstSlotOf(firstRow)} and s.place < ${firstSlotOf(lastRow + 1)}
     group by 1 having ${having}`
  const failures = sql`
    select row_index from staged_failure
     where vendor_id = ${vendorId} and job_id = ${jobId} and row_index between ${firstRow} and ${lastRow}`
  const excluded = sql`
    select row_index from import_repair
     where vendor_id = ${vendorId} and job_id = ${jobId} and is_excluded and row_index between ${firstRow} and ${lastRow}`
  const matching = {
    valid: contacts(sql`not bool_or(${isWarned})`),
    warning: contacts(sql`bool_or(${isWarned})`),
    failed: failures,
    excluded,
  }
  const { rows } = await sql<{ rowIndex: number }>`
    select row_index as "rowIndex"
      from (${status ? matching[status] : sql`${contacts(sql`true`)} union all ${failures} union all ${excluded}`}) found
     order by row_index limit ${limit}`.execute(db)
  return rows.map(({ rowIndex }) => rowIndex)
}

export interface RowContactRow {
  slot: bigint
  countryCode: string
  countrySource: string
  profileCipher: Buffer
  labels: string[]
  warnings: string[]
  /** Of the contact that the row belongs to, which a later row shares with the first row of its number. */
  action: string
  firstRow: number | null
}

/** The contacts of some rows, as read from each row, in file order. */
export const contactsOfRows = async (
  db: Db,
  vendorId: VendorId,
  jobId: string,
  rowIndexes: readonly number[],
): Promise<RowContactRow[]> => {
  const { rows } = await sql<RowContactRow>`
    select s.place as slot, s.country_code as "countryCode", s.country_source as "countrySource",
           s.profile_cipher as "profileCipher", s.labels, s.warnings,
           coalesce(first.action, s.action) as action, (d.first_place / ${SLOTS_PER_ROW})::int as "firstRow"
      from unnest(${rowIndexes}::int[]) wanted_rows (row_index)
      cross join lateral (
        select * from staged_contact
         where vendor_id = ${vendorId} and job_id = ${jobId}
           and place >= wanted_rows.row_index::bigint * ${SLOTS_PER_ROW}
           and place < (wanted_rows.row_index::bigint + 1) * ${SLOTS_PER_ROW}
         order by place limit ${NUMBERS_PER_ROW_MAX}) s
      left join staged_duplicate d
        on d.vendor_id = ${vendorId} and d.job_id = ${jobId} and d.place = s.place
      left join staged_contact first
        on first.vendor_id = ${vendorId} and first.job_id = ${jobId} and first.place = d.first_place
     order by s.place`.execute(db)
  return rows
}

export const failuresOfRows = (db: Db, vendorId: VendorId, jobId: string, rowIndexes: readonly number[]) =>
  db
    .selectFrom('staged_failure')
    .select(['row_index as rowIndex', 'reason', 'cells_cipher as cellsCipher'])
    .where('vendor_id', '=', vendorId)
    .where('job_id', '=', jobId)
    .where('row_index', 'in', rowIndexes)
    .execute()

export const repairsOfRows = (db: Db, vendorId: VendorId, jobId: string, rowIndexes: readonly number[]) =>
  db
    .selectFrom('import_repair')
    .select(['row_index as rowIndex', 'is_excluded as isExcluded', 'cells_cipher as cellsCipher'])
    .where('vendor_id', '=', vendorId)
    .where('job_id', '=', jobId)
    .where('row_index', 'in', rowIndexes)
    .execute()
