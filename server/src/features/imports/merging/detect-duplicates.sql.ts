import { sql } from 'kysely'
import type { VendorId } from '../../../domain/ids.ts'
import { BINARY_COPY_END, BINARY_COPY_START, BinaryRows, uuidBytes } from '../../../platform/db/binary-rows.ts'
import { copiedOut, copyData } from '../../../platform/db/copy.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import '../tables.ts'

/** The flags of some partitions as a binary COPY of one column. */
export const copyFlags = (db: Db, vendorId: VendorId, jobId: string, partitions: readonly number[]) =>
  copiedOut(
    db,
    sql`copy (select marks from staged_marks
               where vendor_id = ${sql.lit(vendorId)} and job_id = ${sql.lit(jobId)}
                 and part in (${sql.join(partitions.map((partition) => sql.lit(partition)))}))
          to stdout (format binary)`,
  )

/** Slots whose number occurs earlier in the file, each with the slot of its first occurrence. */
interface DuplicateSlots {
  slots: Float64Array
  firstSlots: Float64Array
}

/** Throws a unique violation if one of them is stored already; then nothing is stored. */
export const copyDuplicates = (tx: Tx, vendorId: VendorId, jobId: string, { slots, firstSlots }: DuplicateSlots) => {
  const [vendor, job] = [uuidBytes(vendorId), uuidBytes(jobId)]
  const rows = new BinaryRows(slots.length * ROW_BYTES)
  slots.forEach((slot, i) => {
    rows.row(4)
    rows.bytes(vendor)
    rows.bytes(job)
    rows.int8Of(slot)
    rows.int8Of(firstSlots[i] as number)
  })
  return sql`copy staged_duplicate (vendor_id, job_id, place, first_place) from stdin (format binary)
             ${copyData([BINARY_COPY_START, rows.finish(), BINARY_COPY_END])}`.execute(tx)
}

const ROW_BYTES = 66

/** The slower variant for slots of which some may be stored already. */
export const insertDuplicates = (tx: Tx, vendorId: VendorId, jobId: string, { slots, firstSlots }: DuplicateSlots) =>
  sql`
    insert into staged_duplicate (vendor_id, job_id, place, first_place)
    select ${vendorId}, ${jobId}, place, first_place
      from unnest(${`{${slots}}`}::bigint[], ${`{${firstSlots}}`}::bigint[]) as d (place, first_place)
    on conflict do nothing`.execute(tx)
