import { sql } from 'kysely'
import type { VendorId } from '../../../domain/ids.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import type { RowRange } from '../staging/staging.sql.ts'
import type { ChangedRows } from './change-rows.ts'
import '../tables.ts'

/** Remembers what a replacement changed in each chunk. */
export const saveReplaced = async (
  tx: Tx,
  vendorId: VendorId,
  jobId: string,
  replacement: { replacementId: string; column: number },
  changed: readonly Pick<ChangedRows, 'firstRow' | 'rows' | 'replacedCipher'>[],
) => {
  const rows = changed.flatMap(({ firstRow, rows, replacedCipher }) => {
    if (!replacedCipher) return []
    const last_row = Math.max(...rows.map(({ rowIndex }) => rowIndex))
    return [{ first_row: firstRow, last_row, cells_cipher: Buffer.from(replacedCipher) }]
  })
  if (rows.length === 0) return
  const { replacementId: id, column: column_index } = replacement
  await tx
    .insertInto('import_replacement')
    .values(rows.map((row) => ({ vendor_id: vendorId, job_id: jobId, id, column_index, ...row })))
    .execute()
}

/** The column of a replacement; undefined if there is no such replacement of this import. */
export const findReplacedColumn = async (db: Db, vendorId: VendorId, jobId: string, id: string) =>
  (
    await db
      .selectFrom('import_replacement')
      .select('column_index as column')
      .where('vendor_id', '=', vendorId)
      .where('job_id', '=', jobId)
      .where('id', '=', id)
      .limit(1)
      .executeTakeFirst()
  )?.column

/** The rows that a replacement changed, and perhaps some between them: one range for each chunk of that time. */
export const rangesOfReplacement = (db: Db, vendorId: VendorId, jobId: string, id: string): Promise<RowRange[]> =>
  db
    .selectFrom('import_replacement')
    .select(['first_row as firstRow', 'last_row as lastRow'])
    .where('vendor_id', '=', vendorId)
    .where('job_id', '=', jobId)
    .where('id', '=', id)
    .execute()

/** What a replacement changed in chunks of that time that have some of these rows. */
export const findReplaced = (db: Db, vendorId: VendorId, jobId: string, id: string, range: RowRange) =>
  db
    .selectFrom('import_replacement')
    .select(['first_row as firstRow', 'last_row as lastRow', 'cells_cipher as cellsCipher'])
    .where('vendor_id', '=', vendorId)
    .where('job_id', '=', jobId)
    .where('id', '=', id)
    .where('first_row', '<=', range.lastRow)
    .where('last_row', '>=', range.firstRow)
    .execute()

/** Ids sort by age. */
export const deleteOldReplacements = (tx: Tx, vendorId: VendorId, jobId: string, kept: number) =>
  sql`
    delete from import_replacement
     where vendor_id = ${vendorId} and job_id = ${jobId} and id < (
       select id from (select distinct id from import_replacement where vendor_id = ${vendorId} and job_id = ${jobId}) r
        order by id desc offset ${kept - 1} limit 1)`.execute(tx)
