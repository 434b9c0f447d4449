import { sql } from 'kysely'
import type { VendorId } from '../../domain/ids.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { RowRange } from './staging.sql.ts'
import './tables.ts'

/** Of some parts of some chunks. */
export const marksOf = (db: Db, vendorId: VendorId, jobId: string, parts: readonly number[], range: RowRange) =>
  db
    .selectFrom('staged_marks')
    .select('marks')
    .where('vendor_id', '=', vendorId)
    .where('job_id', '=', jobId)
    .where('part', 'in', parts)
    .where('first_row', '>=', range.firstRow)
    .where('first_row', '<=', range.lastRow)
    .execute()

/** Notes of every later place with a number that was there before where it was first. */
export const saveDuplicates = (
  tx: Tx,
  vendorId: VendorId,
  jobId: string,
  places: Float64Array,
  firstPlaces: Float64Array,
) =>
  sql`
    insert into staged_duplicate (vendor_id, job_id, place, first_place)
    select ${vendorId}, ${jobId}, place, first_place
      from unnest(${`{${places}}`}::bigint[], ${`{${firstPlaces}}`}::bigint[]) as d (place, first_place)
    on conflict do nothing`.execute(tx)
