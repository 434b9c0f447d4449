import { type Selectable, sql, type Updateable } from 'kysely'
import type { VendorId } from '../../../domain/ids.ts'
import { onlyColumnOf } from '../../../platform/db/binary-rows.ts'
import { copiedOut } from '../../../platform/db/copy.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import type { Tables } from '../../../platform/db/tables.ts'
import type { ChunkState, ChunkTotals, ImportRevision } from '../tables.ts'

export type ChunkRow = Omit<Selectable<Tables['import_chunk']>, 'rows_cipher'> & { rows_cipher: Uint8Array }

export interface NewChunk {
  firstRow: number
  lastRow: number
  rowCount: number
  rowsCipher: Buffer
}

export const insertChunk = (
  tx: Tx,
  vendorId: VendorId,
  jobId: string,
  chunk: NewChunk,
  state: ChunkState = 'STORED',
  waitingRows: number[] = [],
) =>
  tx
    .insertInto('import_chunk')
    .values({
      vendor_id: vendorId,
      job_id: jobId,
      first_row: chunk.firstRow,
      last_row: chunk.lastRow,
      row_count: chunk.rowCount,
      rows_cipher: chunk.rowsCipher,
      state,
      parked_rows: waitingRows,
    })
    .onConflict((oc) => oc.doNothing())
    .execute()

export const deleteChunks = (tx: Tx, vendorId: VendorId, jobId: string) =>
  tx.deleteFrom('import_chunk').where('vendor_id', '=', vendorId).where('job_id', '=', jobId).execute()

/** The chunks as they were read. */
export const resetChunks = (tx: Tx, vendorId: VendorId, jobId: string) =>
  tx
    .updateTable('import_chunk')
    .set({
      state: 'STORED',
      claimed_by: null,
      tries: 0,
      votes: '{}',
      parked_rows: [],
      valid_rows: 0,
      invalid_rows: 0,
      excluded_rows: 0,
      warning_rows: 0,
      contacts: 0,
      corrected_rows: [],
      parent_rows: [],
    })
    .where('vendor_id', '=', vendorId)
    .where('job_id', '=', jobId)
    .execute()

export const findChunk = async (db: Db, vendorId: VendorId, jobId: string, firstRow: number) =>
  addRows(
    db,
    await db
      .selectFrom('import_chunk')
      .select(COLUMNS_WITHOUT_ROWS)
      .where('vendor_id', '=', vendorId)
      .where('job_id', '=', jobId)
      .where('first_row', '=', firstRow)
      .executeTakeFirst(),
  )

const COLUMNS_WITHOUT_ROWS = [
  'vendor_id',
  'job_id',
  'first_row',
  'last_row',
  'row_count',
  'state',
  'claimed_by',
  'tries',
  'votes',
  'parked_rows',
  'corrected_rows',
  'parent_rows',
  'valid_rows',
  'invalid_rows',
  'excluded_rows',
  'warning_rows',
  'contacts',
  'created',
  'updated',
  'merged',
  'skipped',
  'changed_since_preview',
] as const

/**
 * Reads the rows by COPY. As hexadecimal text they would leave garbage of seven times their size in the thread that
 * answers requests and block it during collection. A chunk that was split in between is not found, because its rows
 * have changed.
 */
async function addRows(db: Db, chunk: Omit<ChunkRow, 'rows_cipher'> | undefined): Promise<ChunkRow | undefined> {
  if (!chunk) return undefined
  const copied = await copiedOut(
    db,
    sql`copy (select rows_cipher from import_chunk
               where vendor_id = ${sql.lit(chunk.vendor_id)} and job_id = ${sql.lit(chunk.job_id)}
                 and first_row = ${sql.lit(chunk.first_row)} and last_row = ${sql.lit(chunk.last_row)})
          to stdout (format binary)`,
  )
  const [rows] = onlyColumnOf(copied)
  return rows && { ...chunk, rows_cipher: rows }
}

/** The rows of several chunks, encrypted, as a binary COPY of one column in the order of the chunks. */
export const copyChunkRows = (db: Db, vendorId: VendorId, jobId: string, firstRows: readonly number[]) =>
  copiedOut(
    db,
    sql`copy (select rows_cipher from import_chunk
               where vendor_id = ${sql.lit(vendorId)} and job_id = ${sql.lit(jobId)}
                 and first_row in (${sql.join(firstRows.map((firstRow) => sql.lit(firstRow)))})
               order by first_row)
          to stdout (format binary)`,
  )

/** The chunk without its rows. */
export const findChunkRange = (db: Db, vendorId: VendorId, jobId: string, firstRow: number) =>
  db
    .selectFrom('import_chunk')
    .select(['first_row as firstRow', 'last_row as lastRow', 'state'])
    .where('vendor_id', '=', vendorId)
    .where('job_id', '=', jobId)
    .where('first_row', '=', firstRow)
    .executeTakeFirst()

/** The row ranges of a job's chunks, without the rows. */
export const listChunkRanges = (db: Db, vendorId: VendorId, jobId: string) =>
  db
    .selectFrom('import_chunk')
    .select(['first_row as firstRow', 'last_row as lastRow', 'state', 'invalid_rows as invalidRows'])
    .where('vendor_id', '=', vendorId)
    .where('job_id', '=', jobId)
    .orderBy('first_row')
    .execute()

/**
 * Commits without waiting for the disk, for writes that only save work: a database crash may undo them, and some work
 * is repeated.
 */
const asyncCommit = sql<string>`set_config('synchronous_commit', 'off', true)`

/** True while the mapping is the one that the caller read. */
const isCurrent = (vendorId: VendorId, { id, revision }: ImportRevision) =>
  sql<boolean>`exists (select from import_job where vendor_id = ${vendorId} and id = ${id} and revision = ${revision})`

/** Committed before the work begins, so that an attempt that kills the process is counted too. */
export const recordAttempt = async (db: Db, vendorId: VendorId, job: ImportRevision, firstRow: number) =>
  addRows(
    db,
    await db
      .updateTable('import_chunk')
      .set({ tries: sql`tries + 1` })
      .where('vendor_id', '=', vendorId)
      .where('job_id', '=', job.id)
      .where('first_row', '=', firstRow)
      .where(isCurrent(vendorId, job))
      .where('state', '<>', 'PERSISTED')
      .returning(COLUMNS_WITHOUT_ROWS)
      .returning(asyncCommit.as('durability'))
      .executeTakeFirst(),
  )

export const updateChunk = async (
  tx: Tx,
  vendorId: VendorId,
  jobId: string,
  firstRow: number,
  from: ChunkState,
  change: Updateable<Tables['import_chunk']>,
) => {
  const result = await tx
    .updateTable('import_chunk')
    .set(change)
    .where('vendor_id', '=', vendorId)
    .where('job_id', '=', jobId)
    .where('first_row', '=', firstRow)
    .where('state', '=', from)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

type ChunkCounts = Pick<
  Updateable<Tables['import_chunk']>,
  'valid_rows' | 'invalid_rows' | 'excluded_rows' | 'warning_rows' | 'contacts'
>

export const updateCounts = (tx: Tx, vendorId: VendorId, jobId: string, firstRow: number, counts: ChunkCounts) =>
  tx
    .updateTable('import_chunk')
    .set(counts)
    .where('vendor_id', '=', vendorId)
    .where('job_id', '=', jobId)
    .where('first_row', '=', firstRow)
    .execute()

/** The chunk that this runner has claimed already, or the next unclaimed one. */
export const claimChunk = async (
  tx: Tx,
  vendorId: VendorId,
  job: ImportRevision,
  runner: number,
  states: readonly ChunkState[],
) => {
  const { rows } = await sql<{ firstRow: number }>`
    update import_chunk set claimed_by = ${runner}
     where vendor_id = ${vendorId} and job_id = ${job.id} and first_row = (
       select first_row from import_chunk
        where vendor_id = ${vendorId} and job_id = ${job.id} and state = any(${states}::text[])
          and (claimed_by is null or claimed_by = ${runner}) and ${isCurrent(vendorId, job)}
        order by claimed_by, first_row limit 1 for update skip locked)
    returning first_row as "firstRow", ${asyncCommit}`.execute(tx)
  return rows[0]?.firstRow
}

/** The totals that a job's progress is derived from. */
export const findChunkTotals = async (db: Db, vendorId: VendorId, jobId: string): Promise<ChunkTotals> => {
  const { rows } = await selectChunkTotals(vendorId, jobId).execute(db)
  return rows[0] as ChunkTotals
}

export const selectChunkTotals = (vendorId: VendorId, jobId: string) => sql<ChunkTotals>`
    select count(*)::int as chunks,
           count(*) filter (where state = 'STORED')::int as stored,
           count(*) filter (where state = 'SIFTED')::int as sifted,
           count(*) filter (where state = 'PERSISTED')::int as persisted,
           coalesce(sum(valid_rows + invalid_rows + excluded_rows), 0)::int as "processedRows",
           coalesce(sum(row_count) filter (where state = 'PERSISTED'), 0)::int as "persistedRows",
           coalesce(sum(valid_rows), 0)::int as "validRows",
           coalesce(sum(invalid_rows), 0)::int as "invalidRows",
           coalesce(sum(excluded_rows), 0)::int as "excludedRows",
           coalesce(sum(warning_rows), 0)::int as "warningRows",
           coalesce(sum(contacts), 0)::int as contacts,
           coalesce(sum(created), 0)::int as created,
           coalesce(sum(updated), 0)::int as updated,
           coalesce(sum(merged), 0)::int as merged,
           coalesce(sum(skipped), 0)::int as skipped,
           coalesce(sum(changed_since_preview), 0)::int as "changedSincePreview"
      from import_chunk where vendor_id = ${vendorId} and job_id = ${jobId}`

/** How many numbers of the file vote for each country. */
export const countCountryVotes = async (db: Db, vendorId: VendorId, jobId: string): Promise<Record<string, number>> => {
  const { rows } = await sql<{ country: string; votes: number }>`
    select vote.key as country, sum(vote.value::int)::int as votes from import_chunk, jsonb_each_text(votes) vote
     where vendor_id = ${vendorId} and job_id = ${jobId} group by vote.key`.execute(db)
  return Object.fromEntries(rows.map(({ country, votes }) => [country, votes]))
}
