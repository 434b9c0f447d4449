import { sql } from 'kysely'
import type { VendorId } from '../../../domain/ids.ts'
import { BINARY_COPY_END, BINARY_COPY_START, BinaryRows, uuidBytes } from '../../../platform/db/binary-rows.ts'
import { copiedOut, copyData } from '../../../platform/db/copy.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import '../tables.ts'

/** Of some parts of a file: a binary COPY of one column. */
export const copyFlags = (db: Db, vendorId: VendorId, jobId: string, parts: readonly number[]) =>
  copiedOut(
    db,
    sql`copy (select marks from staged_marks
               where vendor_id = ${sql.lit(vendorId)} and job_id = ${sql.lit(jobId)}
                 and part in (${sql.join(parts.map((part) => sql.lit(part)))}))
          to stdout (format binary)`,
  )

/** Places whose number was there before in the file, each with the place where it was first. */
export interface LaterPlaces {
  places: Float64Array
  firstPlaces: Float64Array
}

/** Notes them. Where one of them has been noted already this throws a unique violation, and nothing is noted. */
export const copyDuplicates = (tx: Tx, vendorId: VendorId, jobId: string, { places, firstPlaces }: LaterPlaces) => {
  const [vendor, job] = [uuidBytes(vendorId), uuidBytes(jobId)]
  const rows = new BinaryRows(places.length * ROW_BYTES)
  places.forEach((place, i) => {
    rows.row(4)
    rows.bytes(vendor)
    rows.bytes(job)
    rows.int8Of(place)
    rows.int8Of(firstPlaces[i] as number)
  })
  return sql`copy staged_duplicate (vendor_id, job_id, place, first_place) from stdin (format binary)
             ${copyData([BINARY_COPY_START, rows.finish(), BINARY_COPY_END])}`.execute(tx)
}

const ROW_BYTES = 66

/** The same for those of which some may have been noted already: slower. */
export const insertDuplicates = (tx: Tx, vendorId: VendorId, jobId: string, { places, firstPlaces }: LaterPlaces) =>
  sql`
    insert into staged_duplicate (vendor_id, job_id, place, first_place)
    select ${vendorId}, ${jobId}, place, first_place
      from unnest(${`{${places}}`}::bigint[], ${`{${firstPlaces}}`}::bigint[]) as d (place, first_place)
    on conflict do nothing`.execute(tx)
