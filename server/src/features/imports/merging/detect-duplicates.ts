import type { VendorId } from '../../../domain/ids.ts'
import { forEachConcurrent } from '../../../platform/concurrency/for-each-concurrent.ts'
import { withTransfer } from '../../../platform/concurrency/threads.ts'
import { violatedUnique } from '../../../platform/db/db.ts'
import type { ItemCounts } from '../review/preview/preview.sql.ts'
import * as chunks from '../staging/chunks.sql.ts'
import { type Duplicates, PARTITIONS } from '../staging/duplicate-flags.ts'
import { inRevision } from '../staging/revision.ts'
import type { ImportRevision } from '../tables.ts'
import * as sql from './detect-duplicates.sql.ts'
import type { DuplicatesTask } from './detect-duplicates-thread.ts'
import type { ResolveDeps } from './merge-decisions.ts'

/** Files with fewer contacts are searched in one pass, where partitions would only add overhead. */
const SIZES = { partitionFrom: 100_000, batchRows: 5_000 }
const CONCURRENCY = 2

/** Finds all contacts whose number occurs earlier in the file and stores where. Idempotent. */
export async function detectDuplicates(
  deps: ResolveDeps,
  vendorId: VendorId,
  job: ImportRevision,
  sizes = SIZES,
): Promise<ItemCounts & { warningRows: number }> {
  const { contacts, warningRows } = await chunks.findChunkTotals(deps.db, vendorId, job.id)
  const partitions = Array.from({ length: PARTITIONS }, (_, partition) => partition)
  const tasks = contacts < sizes.partitionFrom ? [partitions] : partitions.map((partition) => [partition])
  const total = { items: 0, warningItems: 0 }
  const duplicateRows = new Set<number>()
  await forEachConcurrent(tasks, CONCURRENCY, async (task) => {
    const found = await findInPartitions(deps, vendorId, job.id, task)
    total.items += found.items
    total.warningItems += found.warningItems
    for (const row of found.duplicateRows) duplicateRows.add(row)
    await saveDuplicates(deps, vendorId, job, found, sizes.batchRows)
  })
  return { ...total, warningRows: warningRows + duplicateRows.size }
}

async function findInPartitions(deps: ResolveDeps, vendorId: VendorId, jobId: string, partitions: readonly number[]) {
  const flags = await sql.copyFlags(deps.db, vendorId, jobId, partitions)
  const task = withTransfer({ flags }, flags)
  return deps.threads.run<DuplicatesTask, Duplicates>(import.meta.url, './detect-duplicates-thread', task)
}

async function saveDuplicates(
  deps: ResolveDeps,
  vendorId: VendorId,
  job: ImportRevision,
  { slots, firstSlots }: Duplicates,
  batchRows: number,
) {
  for (let from = 0; from < slots.length; from += batchRows) {
    const batchOf = (all: Float64Array) => all.subarray(from, from + batchRows)
    const batch = { slots: batchOf(slots), firstSlots: batchOf(firstSlots) }
    await inRevision(deps.db, vendorId, job, (tx) => sql.copyDuplicates(tx, vendorId, job.id, batch)).catch((error) => {
      if (violatedUnique(error) === undefined) throw error
      return inRevision(deps.db, vendorId, job, (tx) => sql.insertDuplicates(tx, vendorId, job.id, batch))
    })
  }
}
