import type { VendorId } from '../../../domain/ids.ts'
import { withTransfer } from '../../../platform/concurrency/threads.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { partitionOf } from '../staging/duplicate-flags.ts'
import { copyFlags } from './detect-duplicates.sql.ts'
import { findFlagsWith } from './edit-flags.sql.ts'
import { slotsOfNumbers } from './edit-flags.ts'
import type { FindSlotsTask } from './find-slots-thread.ts'

/**
 * The database searches the bytes of a partition once for each number, which is the fastest way for a few numbers. For
 * more, a thread compares all entries of the partition with all numbers at once.
 */
const SEARCHES_MAX = 8

/** Where these numbers are in the file, by number: its hash in hexadecimal. */
export async function findSlots(
  db: Db,
  { threads }: Pick<Deps, 'threads'>,
  vendorId: VendorId,
  jobId: string,
  hashes: readonly Uint8Array[],
): Promise<Map<string, bigint[]>> {
  if (hashes.length <= SEARCHES_MAX) return slotsOfNumbers(await findFlagsWith(db, vendorId, jobId, hashes), hashes)
  const found: Promise<Map<string, bigint[]>>[] = []
  for (const partition of new Set(hashes.map(partitionOf))) {
    const flags = await copyFlags(db, vendorId, jobId, [partition])
    const ofPartition = hashes.filter((hash) => partitionOf(hash) === partition)
    const task = withTransfer<FindSlotsTask>({ flags, hashes: ofPartition }, flags)
    found.push(threads.run(import.meta.url, './find-slots-thread', task))
  }
  return new Map((await Promise.all(found)).flatMap((slots) => [...slots]))
}
