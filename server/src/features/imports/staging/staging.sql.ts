import { type RawBuilder, sql } from 'kysely'
import type { VendorId } from '../../../domain/ids.ts'
import { BINARY_COPY_END, BINARY_COPY_START } from '../../../platform/db/binary-rows.ts'
import { copyData } from '../../../platform/db/copy.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import { firstSlotOf } from './slots.ts'
import '../tables.ts'

/** Rows of the file, both ends included. */
export interface RowRange {
  firstRow: number
  lastRow: number
}

/** A condition on the slots of a table that has them. */
type SlotCondition = (slot: RawBuilder<unknown>) => RawBuilder<unknown>

const slotsInRange =
  ({ firstRow, lastRow }: RowRange): SlotCondition =>
  (slot) =>
    sql`${slot} >= ${firstSlotOf(firstRow)} and ${slot} < ${firstSlotOf(lastRow + 1)}`

export const isStaged = async (db: Db, vendorId: VendorId, jobId: string) =>
  (await db
    .selectFrom('staged_mark')
    .select('job_id')
    .where('vendor_id', '=', vendorId)
    .where('job_id', '=', jobId)
    .where('is_whole', '=', true)
    .executeTakeFirst()) !== undefined

export const insertStagingMarker = (tx: Tx, vendorId: VendorId, jobId: string, isWhole: boolean) =>
  tx
    .insertInto('staged_mark')
    .values({ vendor_id: vendorId, job_id: jobId, is_whole: isWhole })
    .onConflict((oc) => oc.doNothing())
    .execute()

/** False: the marker is gone, and with it everything that was staged before the database crashed. */
export const completeStagingMarker = async (tx: Tx, vendorId: VendorId, jobId: string) => {
  const result = await tx
    .updateTable('staged_mark')
    .set({ is_whole: true })
    .where('vendor_id', '=', vendorId)
    .where('job_id', '=', jobId)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/**
 * Rows for each table in binary COPY format, with the columns in the order that staged-rows.ts and duplicate-flags.ts
 * write.
 */
export interface StagedBytes {
  contacts: Uint8Array
  failures: Uint8Array
  optOuts: Uint8Array
  duplicateFlags: Uint8Array
}

export const copyStaged = async (tx: Tx, ...staged: readonly StagedBytes[]) => {
  const copyInto = async (table: RawBuilder<unknown>, bytesOf: (rows: StagedBytes) => Uint8Array) => {
    const rows = staged.map(bytesOf).filter(({ byteLength }) => byteLength > 0)
    if (rows.length > 0)
      await sql`copy ${table} from stdin (format binary)
                ${copyData([BINARY_COPY_START, ...rows, BINARY_COPY_END])}`.execute(tx)
  }
  await copyInto(
    sql`staged_contact (vendor_id, job_id, place, id, mobile_hash, country_code, country_source, profile_cipher,
                        name_tokens, filled_keys, labels, warnings)`,
    ({ contacts }) => contacts,
  )
  await copyInto(sql`staged_marks (vendor_id, job_id, part, first_row, marks)`, (rows) => rows.duplicateFlags)
  await copyInto(sql`staged_opt_out (vendor_id, job_id, place, mobile_hash, spelling)`, ({ optOuts }) => optOuts)
  await copyInto(sql`staged_failure (vendor_id, job_id, row_index, reason, cells_cipher)`, ({ failures }) => failures)
}

/** Everything staged of a job, with what was repaired in it; or what is staged of some of its rows. */
export const deleteStaged = async (tx: Tx, vendorId: VendorId, jobId: string, range?: RowRange) => {
  const inSlots = range ? slotsInRange(range)(sql`place`) : sql`true`
  await sql`delete from staged_contact
             where vendor_id = ${vendorId} and job_id = ${jobId} and ${inSlots}`.execute(tx)
  await sql`delete from staged_duplicate
             where vendor_id = ${vendorId} and job_id = ${jobId} and ${inSlots}`.execute(tx)
  await sql`delete from staged_opt_out
             where vendor_id = ${vendorId} and job_id = ${jobId} and ${inSlots}`.execute(tx)
  await sql`delete from staged_failure where vendor_id = ${vendorId} and job_id = ${jobId}
    ${range ? sql`and row_index between ${range.firstRow} and ${range.lastRow}` : sql``}`.execute(tx)
  await sql`delete from staged_marks where vendor_id = ${vendorId} and job_id = ${jobId}
    ${range ? sql`and first_row between ${range.firstRow} and ${range.lastRow}` : sql``}`.execute(tx)
  if (range) return
  await deleteStagingMarker(tx, vendorId, jobId)
  await sql`delete from import_plan where vendor_id = ${vendorId} and job_id = ${jobId}`.execute(tx)
  await sql`delete from import_replacement where vendor_id = ${vendorId} and job_id = ${jobId}`.execute(tx)
  await sql`delete from import_repair where vendor_id = ${vendorId} and job_id = ${jobId}`.execute(tx)
}

/** All rows have to be staged again. */
export const deleteStagingMarker = (tx: Tx, vendorId: VendorId, jobId: string) =>
  tx.deleteFrom('staged_mark').where('vendor_id', '=', vendorId).where('job_id', '=', jobId).execute()

/**
 * The contacts of some rows as they will be upserted: one for each number, merged with its later rows. Its columns are
 * those that the contacts slice expects.
 */
const selectIncoming = (vendorId: VendorId, jobId: string, condition: SlotCondition): RawBuilder<unknown> => sql`
  select id, mobile_hash, country_code, coalesce(folded_cipher, profile_cipher) as profile_cipher,
         coalesce(folded_tokens, name_tokens) as name_tokens, coalesce(folded_keys, filled_keys) as filled_keys,
         coalesce(folded_labels, labels) as labels
    from staged_contact s
   where vendor_id = ${vendorId} and job_id = ${jobId} and ${condition(sql`s.place`)}
     and not exists (select from staged_duplicate d
                      where d.vendor_id = ${vendorId} and d.job_id = ${jobId} and d.place = s.place
                        and ${condition(sql`d.place`)})`

export const incomingInRange = (vendorId: VendorId, jobId: string, range: RowRange) =>
  selectIncoming(vendorId, jobId, slotsInRange(range))

export const incomingOfJob = (vendorId: VendorId, jobId: string) => selectIncoming(vendorId, jobId, () => sql`true`)

export const incomingAt = (vendorId: VendorId, jobId: string, slots: readonly bigint[]) =>
  selectIncoming(vendorId, jobId, (slot) => sql`${slot} = any(${slots}::bigint[])`)

/** The numbers that some rows state as opted out, in all their spellings. */
export const optOutsInRange = (vendorId: VendorId, jobId: string, range: RowRange): RawBuilder<unknown> => sql`
  select mobile_hash from staged_opt_out o
   where vendor_id = ${vendorId} and job_id = ${jobId} and ${slotsInRange(range)(sql`o.place`)}`
