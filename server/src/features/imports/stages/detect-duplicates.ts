import type { VendorId } from '../../../domain/ids.ts'
import { forEachConcurrent } from '../../../platform/concurrency/for-each-concurrent.ts'
import { withTransfer } from '../../../platform/concurrency/threads.ts'
import { inTransaction, violatedUnique } from '../../../platform/db/db.ts'
import * as chunks from '../chunks.sql.ts'
import type { Items } from '../review/preview.sql.ts'
import * as sql from './detect-duplicates.sql.ts'
import type { DuplicatesTask } from './detect-duplicates-thread.ts'
import { type Duplicates, PARTS } from './duplicate-flags.ts'
import type { ResolveDeps } from './merge-decisions.ts'

/** Fewer contacts than this are looked through at once: then parts would only cost. */
const SIZES = { fewContacts: 100_000, savedAtOnce: 5_000 }
const AT_A_TIME = 2

/** Finds all contacts whose number was there before in the file and notes where. It may be done again at any time. */
export async function detectDuplicates(
  deps: ResolveDeps,
  vendorId: VendorId,
  jobId: string,
  sizes = SIZES,
): Promise<Items & { warningRows: number }> {
  const { contacts, warningRows } = await chunks.totalsOf(deps.db, vendorId, jobId)
  const parts = Array.from({ length: PARTS }, (_, part) => part)
  const tasks = contacts < sizes.fewContacts ? [parts] : parts.map((part) => [part])
  const total = { items: 0, warningItems: 0 }
  const repeatingRows = new Set<number>()
  await forEachConcurrent(tasks, AT_A_TIME, async (task) => {
    const found = await findIn(deps, vendorId, jobId, task)
    total.items += found.items
    total.warningItems += found.warningItems
    for (const row of found.repeatingRows) repeatingRows.add(row)
    await save(deps, vendorId, jobId, found, sizes.savedAtOnce)
  })
  return { ...total, warningRows: warningRows + repeatingRows.size }
}

async function findIn(deps: ResolveDeps, vendorId: VendorId, jobId: string, parts: readonly number[]) {
  const marks = await sql.copyFlags(deps.db, vendorId, jobId, parts)
  const task = withTransfer({ marks }, marks)
  return deps.threads.run<DuplicatesTask, Duplicates>(import.meta.url, './detect-duplicates-thread', task)
}

async function save(
  deps: ResolveDeps,
  vendorId: VendorId,
  jobId: string,
  { places, firstPlaces }: Duplicates,
  savedAtOnce: number,
) {
  for (let from = 0; from < places.length; from += savedAtOnce) {
    const some = (all: Float64Array) => all.subarray(from, from + savedAtOnce)
    const later = { places: some(places), firstPlaces: some(firstPlaces) }
    await inTransaction(deps.db, (tx) => sql.copyDuplicates(tx, vendorId, jobId, later)).catch((error) => {
      if (violatedUnique(error) === undefined) throw error
      return inTransaction(deps.db, (tx) => sql.insertDuplicates(tx, vendorId, jobId, later))
    })
  }
}
