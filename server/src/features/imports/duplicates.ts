import type { VendorId } from '../../domain/ids.ts'
import { inTransaction } from '../../platform/db/db.ts'
import * as chunks from './chunks.sql.ts'
import * as sql from './duplicates.sql.ts'
import type { ResolveDeps } from './evaluate.ts'
import { type Duplicates, PARTS } from './marks.ts'
import type { Items } from './preview.sql.ts'

/** Fewer than this are looked through at once: then parts would only cost. */
const FEW_CONTACTS = 100_000
/** While two are looked through, another one is read or saved. */
const AT_A_TIME = 3
const SAVED_AT_ONCE = 5_000

/** Finds all contacts whose number was there before in the file and notes where. It may be done again at any time. */
export async function markDuplicates(
  deps: ResolveDeps,
  vendorId: VendorId,
  jobId: string,
): Promise<Items & { warningRows: number }> {
  const { contacts, warningRows } = await chunks.totalsOf(deps.db, vendorId, jobId)
  const parts = Array.from({ length: PARTS }, (_, part) => part)
  const tasks = contacts < FEW_CONTACTS ? [parts] : parts.map((part) => [part])
  const total = { items: 0, warningItems: 0 }
  const repeatingRows = new Set<number>()
  const work = async () => {
    for (let task = tasks.pop(); task; task = tasks.pop()) {
      const found = await findIn(deps, vendorId, jobId, task)
      total.items += found.items
      total.warningItems += found.warningItems
      for (const row of found.repeatingRows) repeatingRows.add(row)
      await save(deps, vendorId, jobId, found)
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, work))
  return { ...total, warningRows: warningRows + repeatingRows.size }
}

async function findIn(deps: ResolveDeps, vendorId: VendorId, jobId: string, parts: number[]): Promise<Duplicates> {
  const stored = await sql.marksOf(deps.db, vendorId, jobId, parts)
  const marks = stored.map((row) => row.marks)
  return deps.threads.run<Uint8Array[], Duplicates>(import.meta.url, './duplicates-thread', marks)
}

async function save(deps: ResolveDeps, vendorId: VendorId, jobId: string, { places, firstPlaces }: Duplicates) {
  for (let from = 0; from < places.length; from += SAVED_AT_ONCE) {
    const some = (all: Float64Array) => all.subarray(from, from + SAVED_AT_ONCE)
    await inTransaction(deps.db, (tx) => sql.saveDuplicates(tx, vendorId, jobId, some(places), some(firstPlaces)))
  }
}
