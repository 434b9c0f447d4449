import { sql } from 'kysely'
import type { VendorId } from '../../../domain/ids.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import { PARTITIONS } from '../staging/duplicate-flags.ts'
import { HASH_BYTES } from './edit-flags.ts'
import '../tables.ts'

/**
 * Stored entries that contain one of these numbers. The database compares the bytes of a partition, which takes some
 * milliseconds for a million contacts; an index on the numbers would slow down every import.
 */
export const findFlagsWith = async (db: Db, vendorId: VendorId, jobId: string, hashes: readonly Uint8Array[]) => {
  const { rows } = await sql<{ flags: Buffer }>`
    select marks as flags from staged_marks m
     where m.vendor_id = ${vendorId} and m.job_id = ${jobId}
       and exists (select from unnest(${hashes.map((hash) => Buffer.from(hash))}::bytea[]) number (hash)
                    where m.part = get_byte(number.hash, 0) % ${PARTITIONS}
                      and position(substring(number.hash from 1 for ${HASH_BYTES}) in m.marks) > 0)`.execute(db)
  return rows.map(({ flags }) => flags)
}

/** The entries of some chunks in some partitions. `at` identifies a stored piece until the transaction ends. */
export const flagsOfChunks = async (
  tx: Tx,
  vendorId: VendorId,
  jobId: string,
  pieces: readonly { firstRow: number; partition: number }[],
) => {
  const { rows } = await sql<{ at: string; partition: number; flags: Buffer }>`
    select ctid::text as at, part as partition, marks as flags from staged_marks
     where vendor_id = ${vendorId} and job_id = ${jobId}
       and (first_row, part) in (select * from unnest(${pieces.map(({ firstRow }) => firstRow)}::int[],
                                                      ${pieces.map(({ partition }) => partition)}::int[]))
       for update`.execute(tx)
  return rows
}

export const updateFlags = (
  tx: Tx,
  vendorId: VendorId,
  jobId: string,
  pieces: readonly { at: string; flags: Uint8Array }[],
) =>
  sql`
    update staged_marks m set marks = changed.marks
      from unnest(${pieces.map(({ at }) => at)}::tid[], ${pieces.map(({ flags }) => Buffer.from(flags))}::bytea[])
             as changed (at, marks)
     where m.vendor_id = ${vendorId} and m.job_id = ${jobId} and m.ctid = changed.at`.execute(tx)

export const insertFlags = (
  tx: Tx,
  vendorId: VendorId,
  jobId: string,
  firstRow: number,
  partition: number,
  flags: Uint8Array,
) =>
  tx
    .insertInto('staged_marks')
    .values({ vendor_id: vendorId, job_id: jobId, part: partition, first_row: firstRow, marks: Buffer.from(flags) })
    .execute()
