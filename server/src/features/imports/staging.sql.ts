import { type RawBuilder, sql } from 'kysely'
import type { VendorId } from '../../domain/ids.ts'
import { BINARY_COPY_END, BINARY_COPY_START } from '../../platform/db/binary-rows.ts'
import { copyData } from '../../platform/db/copy.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { firstPlaceOf, PLACES_PER_ROW } from './places.ts'
import './tables.ts'

/** Rows of the file, both ends included. */
export interface RowRange {
  firstRow: number
  lastRow: number
}

const inRange = ({ firstRow, lastRow }: RowRange) =>
  sql`place >= ${firstPlaceOf(firstRow)} and place < ${firstPlaceOf(lastRow + 1)}`

export const isStaged = async (db: Db, vendorId: VendorId, jobId: string) =>
  (await db
    .selectFrom('staged_mark')
    .select('job_id')
    .where('vendor_id', '=', vendorId)
    .where('job_id', '=', jobId)
    .where('is_whole', '=', true)
    .executeTakeFirst()) !== undefined

export const insertMark = (tx: Tx, vendorId: VendorId, jobId: string, isWhole: boolean) =>
  tx
    .insertInto('staged_mark')
    .values({ vendor_id: vendorId, job_id: jobId, is_whole: isWhole })
    .onConflict((oc) => oc.doNothing())
    .execute()

/** False: the mark is gone, and with it whatever was staged before the database crashed. */
export const completeMark = async (tx: Tx, vendorId: VendorId, jobId: string) => {
  const result = await tx
    .updateTable('staged_mark')
    .set({ is_whole: true })
    .where('vendor_id', '=', vendorId)
    .where('job_id', '=', jobId)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** In the order of columns that staged-rows.ts writes. */
export const copyContacts = (tx: Tx, rows: Uint8Array) =>
  sql`copy staged_contact (vendor_id, job_id, place, id, mobile_hash, country_code, country_source, profile_cipher,
                           name_tokens, filled_keys, labels, warnings)
      from stdin (format binary) ${copyData([BINARY_COPY_START, rows, BINARY_COPY_END])}`.execute(tx)

export const copyFailures = (tx: Tx, rows: Uint8Array) =>
  sql`copy staged_failure (vendor_id, job_id, row_index, reason, cells_cipher)
      from stdin (format binary) ${copyData([BINARY_COPY_START, rows, BINARY_COPY_END])}`.execute(tx)

/** All that is staged of a job, or of some of its rows. */
export const deleteStaged = async (tx: Tx, vendorId: VendorId, jobId: string, range?: RowRange) => {
  await sql`delete from staged_contact where vendor_id = ${vendorId} and job_id = ${jobId}
    ${range ? sql`and ${inRange(range)}` : sql``}`.execute(tx)
  await sql`delete from staged_failure where vendor_id = ${vendorId} and job_id = ${jobId}
    ${range ? sql`and row_index between ${range.firstRow} and ${range.lastRow}` : sql``}`.execute(tx)
  if (!range) await sql`delete from staged_mark where vendor_id = ${vendorId} and job_id = ${jobId}`.execute(tx)
}

/** So many rows of one number are named in its warnings; the rest is counted. */
const NAMED_ROWS_MAX = 100

/**
 * Freshly filled tables have no statistics, and guesses make the joins below take minutes instead of a second. The
 * columns that no plan asks about would take most of the time.
 */
export const analyzeStaged = (db: Db) =>
  sql`analyze staged_contact (vendor_id, job_id, place, mobile_hash, first_place)`.execute(db)

/** Hashes are spread evenly, and all rows of a number are in one half: two can look for duplicates at once. */
const MIDDLE_HASH = Buffer.from([0x80])
export const HASH_HALVES = [sql`mobile_hash < ${MIDDLE_HASH}`, sql`mobile_hash >= ${MIDDLE_HASH}`] as const

/** Notes of every later row with a number that was there before where it was first. */
export const findDuplicates = async (tx: Tx, vendorId: VendorId, jobId: string, half: RawBuilder<unknown>) => {
  // Whatever the statistics say, this joins two large sets: going through one for each row of the other takes hours.
  await sql`set local work_mem = '32MB'`.execute(tx)
  await sql`set local enable_nestloop = off`.execute(tx)
  await sql`
    with repeated as (
      select mobile_hash, min(place) as first_place from staged_contact
       where vendor_id = ${vendorId} and job_id = ${jobId} and ${half}
       group by mobile_hash having count(*) > 1
    )
    update staged_contact s set first_place = repeated.first_place
      from repeated
     where s.vendor_id = ${vendorId} and s.job_id = ${jobId} and s.mobile_hash = repeated.mobile_hash
       and s.place <> repeated.first_place and s.first_place is null`.execute(tx)
  await sql`
    with later as (
      select first_place, count(*)::int as count,
             (array_agg((place / ${PLACES_PER_ROW})::int order by place))[1:${sql.lit(NAMED_ROWS_MAX)}] as rows
        from staged_contact
       where vendor_id = ${vendorId} and job_id = ${jobId} and first_place is not null and ${half}
       group by first_place
    )
    update staged_contact s set duplicate_count = later.count, duplicate_rows = later.rows
      from later where s.vendor_id = ${vendorId} and s.job_id = ${jobId} and s.place = later.first_place`.execute(tx)
}

export const countWarned = async (db: Db, vendorId: VendorId, jobId: string) => {
  const { rows } = await sql<{ warned: number }>`
    select count(distinct place / ${PLACES_PER_ROW})::int as warned from staged_contact
     where vendor_id = ${vendorId} and job_id = ${jobId} and (warnings <> '{}' or first_place is not null)`.execute(db)
  return rows[0]?.warned ?? 0
}

/**
 * The contacts of some rows as they are to be taken in: one for each number, with what later rows added. This is the
 * relation that the contacts slice asks for.
 */
export const incomingOf = (vendorId: VendorId, jobId: string, which: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select id, mobile_hash, country_code, coalesce(folded_cipher, profile_cipher) as profile_cipher,
         coalesce(folded_tokens, name_tokens) as name_tokens, coalesce(folded_keys, filled_keys) as filled_keys,
         coalesce(folded_labels, labels) as labels
    from staged_contact
   where vendor_id = ${vendorId} and job_id = ${jobId} and first_place is null and ${which}`

export const incomingInRange = (vendorId: VendorId, jobId: string, range: RowRange) =>
  incomingOf(vendorId, jobId, inRange(range))

export const incomingOfJob = (vendorId: VendorId, jobId: string) => incomingOf(vendorId, jobId, sql`true`)

export const incomingAt = (vendorId: VendorId, jobId: string, places: readonly bigint[]) =>
  incomingOf(vendorId, jobId, sql`place = any(${places}::bigint[])`)
